"""The example and the page of the settings show every key with its default, nothing else."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.support.trusted_config import load_config

from architect.checked.model import Model, fields_of
from architect.config.agents import AgentSettings
from architect.config.keys import keys_at
from architect.config.scalars import plain_scalar
from architect.config.schema import Config
from architect.config.yaml_parser import parse_yaml
from architect.config.yaml_source import read_layer

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "config.example.yaml"
PAGE = ROOT / "docs/reference/configuration.md"


def load(path: Path) -> Config:
    return load_config(explicit=path, project=path.parent)


def keys_of(values: Any, prefix: str = "") -> set[str]:
    if not isinstance(values, dict):
        return set()
    keys: set[str] = set()
    for key, value in values.items():  # pyright: ignore[reportUnknownVariableType]
        keys |= {f"{prefix}{key}"} | keys_of(value, f"{prefix}{key}.")
    return keys


def defaults(model: Model) -> dict[str, Any]:
    return model.model_dump(mode="json")


def test_the_example_has_exactly_the_keys_of_the_schema() -> None:
    assert keys_of(dict(read_layer(EXAMPLE, "example").values)) == keys_of(defaults(Config()))


def test_the_example_loads_to_exactly_the_defaults() -> None:
    assert load(EXAMPLE) == Config()


def test_every_value_written_in_the_example_is_the_default() -> None:
    assert dict(read_layer(EXAMPLE, "example").values) == defaults(Config())


def test_the_commented_agent_is_valid_and_shows_every_field_with_its_default(
    tmp_path: Path,
) -> None:
    text = EXAMPLE.read_bytes().decode().replace("agents: {}\n", "agents:\n")
    (tmp_path / "all.yaml").write_bytes(re.sub(r"(?m)^#(  )", r"\1", text).encode())
    written = read_layer(tmp_path / "all.yaml", "all").values["agents"]["reviewer"]
    assert list(written) == keys_at(("agents", "reviewer")) == list(fields_of(AgentSettings))
    prompt_only = {"agents": {"mine": {"system_prompt": written["system_prompt"]}}}
    assert (
        load(tmp_path / "all.yaml").agents["reviewer"]
        == (Config.model_validate(prompt_only).agents["mine"])
    )


def test_every_key_of_the_example_is_explained() -> None:
    lines = EXAMPLE.read_bytes().decode().split("\n")
    bare = [
        line
        for before, line in pairwise(lines)
        if re.match(r" *[a-z_]+:", line) and not before.lstrip().startswith("# ")
    ]
    assert bare == []


def value_of(text: str) -> Any:
    """What stands in the column of defaults: a scalar, a list or a mapping."""
    is_scalar = not text.startswith(("[", "{"))
    return plain_scalar(text) if is_scalar else parse_yaml(text, lambda _: "page")[0]


def test_the_page_has_a_row_with_the_default_of_every_key() -> None:
    page = PAGE.read_bytes().decode()
    rows = re.findall(r"(?m)^\| `([a-z_]+\.[a-z_]+)` \| [^|]* \| `([^`]*)` \|", page)
    assert {key: value_of(text) for key, text in rows} == {
        f"{name}.{key}": value
        for name, section in Config()
        if isinstance(section, Model)
        for key, value in defaults(section).items()
    }
