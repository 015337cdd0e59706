from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.support.trusted_config import load_config

from architect.config.schema import Config
from architect.domain.errors import ConfigError


def load(folder: Path, environ: Mapping[str, str]) -> Config:
    return load_config(project=folder, environ=environ)


def error(folder: Path, environ: Mapping[str, str]) -> str:
    with pytest.raises(ConfigError) as caught:
        load(folder, environ)
    return str(caught.value)


def test_each_short_name_sets_its_key(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        {
            "ARCHITECT_MODEL": "5",
            "ARCHITECT_API_BASE": "http://localhost:4000/v1",
            "ARCHITECT_LOG_LEVEL": "debug",
            "ARCHITECT_WORKSPACE": "/work: [here]",
        },
    )
    assert config.llm.model == "5"
    assert config.llm.api_base == "http://localhost:4000/v1"
    assert config.logging.level == "debug"
    assert config.workspace.root == Path("/work: [here]")


@pytest.mark.parametrize(
    ("name", "text", "section", "key", "value"),
    [
        ("ARCHITECT__LLM__MODEL", "a: b #c", "llm", "model", "a: b #c"),
        ("ARCHITECT__LLM__MODEL", "'5'", "llm", "model", "5"),
        ("ARCHITECT__LLM__TIMEOUT", "5", "llm", "timeout", 5),
        ("ARCHITECT__LLM__STREAM", "false", "llm", "stream", False),
        ("ARCHITECT__LLM__API_BASE", "null", "llm", "api_base", None),
        ("ARCHITECT__COSTS__BUDGET_USD", "0.5", "costs", "budget_usd", 0.5),
        ("ARCHITECT__LLM", "{model: m}", "llm", "model", "m"),
    ],
)
def test_long_names_set_any_key_with_a_yaml_value(
    tmp_path: Path, name: str, text: str, section: str, key: str, value: Any
) -> None:
    assert getattr(getattr(load(tmp_path, {name: text}), section), key) == value


def test_a_long_name_reaches_into_an_agent(tmp_path: Path) -> None:
    environ = {
        "ARCHITECT__AGENTS__BUILD__ALLOWED_TOOLS": "[read_file, grep]",
        "ARCHITECT__AGENTS__BUILD__MAX_STEPS": "7",
    }
    build = load(tmp_path, environ).agents["build"]
    assert (build.allowed_tools, build.max_steps) == (("read_file", "grep"), 7)


def test_the_more_exact_name_wins(tmp_path: Path) -> None:
    short = {"ARCHITECT_MODEL": "short"}
    section = {"ARCHITECT__LLM": "{model: section}"}
    key = {"ARCHITECT__LLM__MODEL": "key"}
    assert load(tmp_path, section | short).llm.model == "section"
    assert load(tmp_path, key | section | short).llm.model == "key"


def test_empty_and_foreign_variables_set_nothing(tmp_path: Path) -> None:
    environ = {
        "ARCHITECT_MODEL": "",
        "ARCHITECT__LLM__MODEL": "",
        "ARCHITECT_SESSION_ID": "x",
        "OPENAI_API_KEY": "sk-1",
    }
    assert load(tmp_path, environ) == Config()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("ARCHITECT__LLM__MODLE", "x", "llm.modle: unknown key, did you mean 'model'?"),
        ("ARCHITECT__LMM__MODEL", "x", "lmm: unknown key, did you mean 'llm'?"),
        ("ARCHITECT__LLM__TIMEOUT", "soon", "llm.timeout: 'soon' is not a whole number"),
        ("ARCHITECT__LLM__TIMEOUT__X", "1", "llm.timeout: a mapping is not a whole number"),
        (
            "ARCHITECT_API_BASE",
            "h",
            "llm.api_base: 'h' is not an address that starts with"
            " http:// or https:// and names a host",
        ),
        ("ARCHITECT__AGENTS__A__MAX_STEPS", "3", "agents.a: a new agent needs a system_prompt"),
        ("ARCHITECT__", "x", "names no key, write it like ARCHITECT__LLM__MODEL"),
        ("ARCHITECT__LLM____MODEL", "x", "names no key, write it like ARCHITECT__LLM__MODEL"),
        (
            "ARCHITECT__LLM__MODEL",
            "[1",
            "not valid YAML: while parsing a flow sequence, did not find expected ',' or ']'",
        ),
    ],
)
def test_errors_name_the_variable(tmp_path: Path, name: str, text: str, message: str) -> None:
    assert error(tmp_path, {name: text}) == f"{name}: {message}"


def test_a_key_in_the_variable_for_its_name_is_not_shown(tmp_path: Path) -> None:
    assert "sk-1" not in error(tmp_path, {"ARCHITECT__LLM__API_KEY_ENV": "sk-1"})
