"""Every configuration key says what a project may decide about it that nobody has trusted."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.table import table

from architect.config.keys import keys_at
from architect.config.trust import rule_for
from architect.config.trust_table import (
    RULES,
    Rule,
    always,
    less,
    less_of_a_result,
    less_of_the_window,
    more,
    never,
    no_less,
    starts_programs,
)

ROOT = Path(__file__).parents[2]

ANY_NAME = "any-name"


def schema_keys(at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of all keys that hold values, with a name for those the user chooses."""
    keys = [ANY_NAME] if at == ("agents",) else keys_at(at)
    if not keys:
        yield at
    for key in keys:
        yield from schema_keys((*at, key))


@table("path", sorted(schema_keys()), ids=".".join)
def test_every_key_has_a_rule(path: tuple[str, ...]) -> None:
    assert rule_for(path) is not None, (
        f"{'.'.join(path)} needs a row in config/trust_table.py: may a project set it untrusted?"
    )


def test_every_rule_is_for_a_key_or_a_section_there_is() -> None:
    keys = {".".join(path).replace(ANY_NAME, "*") for path in schema_keys()}
    sections = {
        key.rsplit(".", length)[0] for key in keys for length in range(1, key.count(".") + 1)
    }
    assert [rule for rule in RULES if rule not in keys | sections] == []


@pytest.mark.parametrize(
    "key",
    [
        "llm.api_base",
        "llm.api_key_env",
        "llm.model",
        "llm.provider",
        "llm.mode",
        "logging.file",
        "costs.prices_file",
        "costs.fallback_price",
        "commands.safe_commands",
        "workspace.root",
        "agents.build.system_prompt",
    ],
)
def test_what_runs_redirects_or_opens_is_never_up_to_the_project(key: str) -> None:
    assert rule_for(tuple(key.split("."))) is never


def test_the_page_says_of_every_key_whether_a_project_may_set_it() -> None:
    page = (ROOT / "docs" / "trust.md").read_bytes().decode()
    rows = dict(re.findall(r"(?m)^\| `([a-z_.*]+)` \| (.+?) \|$", page))
    assert list(rows) == list(RULES)
    words: dict[Rule, str] = {
        never: "no",
        starts_programs: "no",
        always: "yes",
        more: "added to yours",
        less: "smaller",
        less_of_a_result: "smaller",
        less_of_the_window: "smaller",
        no_less: "greater",
    }
    for key, rule in RULES.items():
        assert rows[key] == words.get(rule, rows[key])
        assert rule in words or rows[key] not in words.values()


def test_the_configuration_is_loaded_in_one_place_that_asks_for_trust() -> None:
    loads = re.compile(r"\b(?:load_layers|read_project)\(")
    package = ROOT / "server" / "architect"
    users = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if loads.search(path.read_bytes().decode())
    }
    assert users == {"bootstrap/settings.py", "config/layers.py", "config/project_files.py"}
