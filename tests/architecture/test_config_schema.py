"""The schema that editors are given says what the loader says."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from architect.config.problems import checked
from architect.config.schema import Config
from architect.config.yaml_parser import parse_yaml

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "config.schema.json").read_bytes())
VALIDATOR: Any = cast(Any, import_module("jsonschema")).Draft7Validator

TAKEN = [
    "llm: {model: vscode, timeout: 5}",
    "llm: {api_base: null}",
    "costs: {budget_usd: 1, fallback_price: {input: 1, output: 2.5}}",
    "agents: {build: {max_steps: 5}}",
    "agents: {mine: {system_prompt: hello, confirm_mode: yolo, allowed_tools: []}}",
    "hooks: {post_edit: [{command: 'ruff format -q {file}', async: true}]}",
    "guardrails: {quality_gates: [{name: tests, command: pytest}]}",
]
REFUSED = [
    "llms: {}",
    "llm: {modle: gpt-4.1}",
    "llm: {timeout: 0}",
    "llm: {timeout: null}",
    "llm: {stream: 'yes'}",
    "schema_version: 2",
    "edits: {review: later}",
    "costs: {fallback_price: {input: 1}}",
    "agents: {'my agent': {system_prompt: hello}}",
    "hooks: {post_edit: [{name: no command}]}",
    "commands: {safe_commands: npm}",
]


def example() -> dict[str, Any]:
    text = (ROOT / "config.example.yaml").read_bytes().decode().replace("agents: {}\n", "agents:\n")
    return values_of(re.sub(r"(?m)^#(  )", r"\1", text))


def values_of(text: str) -> dict[str, Any]:
    return dict(parse_yaml(text, lambda _: "text")[0])


def is_taken(values: dict[str, Any]) -> bool:
    return VALIDATOR(SCHEMA).is_valid(values)


def properties(node: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, dict):
        fields = cast(dict[str, Any], node)
        yield from cast(dict[str, dict[str, Any]], fields.get("properties", {})).items()
        for value in fields.values():
            yield from properties(value)


def test_it_is_a_schema_itself() -> None:
    VALIDATOR.check_schema(SCHEMA)


def test_the_example_is_valid() -> None:
    assert [error.message for error in VALIDATOR(SCHEMA).iter_errors(example())] == []


@pytest.mark.parametrize("text", TAKEN)
def test_it_takes_what_the_loader_takes(text: str) -> None:
    assert isinstance(checked(values_of(text)), Config)
    assert is_taken(values_of(text))


@pytest.mark.parametrize("text", REFUSED)
def test_it_refuses_what_the_loader_refuses(text: str) -> None:
    assert not isinstance(checked(values_of(text)), Config)
    assert not is_taken(values_of(text))


def test_every_key_is_explained() -> None:
    assert [key for key, node in properties(SCHEMA) if not node.get("description")] == []
