"""docs/protocol.md says what the daemon really takes and sends."""

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from tests.support.table import table

from architect.app.run_state import Outcome, Phase
from architect.domain.verdict import Choice
from architect.lsp.editor_model.errors import LLM_FAILED
from architect.lsp.handlers.commands.table import load_commands
from architect.lsp.protocol import errors as faults
from architect.lsp.protocol.model_requests import CompleteFailure
from architect.lsp.protocol.to_json import camel
from architect.lsp.registration import REGISTRATION

COMMANDS = load_commands()
PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
_TABLE = re.findall(r"^\| `(architect\.\w+)` \| (.*?) ?\| (.*?) \|$", PAGE, re.MULTILINE)
ROWS = {name: argument for name, argument, _ in _TABLE}
RESULTS = {name: result for name, _, result in _TABLE}


def _members(result: str) -> set[str]:
    """The names in the outer braces of a result."""
    outer = re.match(r"`\{(.*?)\}`", result)
    assert outer is not None
    text = outer[1]
    while text != (shorter := re.sub(r"\[[^][]*\]|\{[^{}]*\}", "", text)):
        text = shorter
    return set(re.findall(r"\w+", text))


def test_the_page_has_a_row_for_every_command_and_no_other() -> None:
    assert set(ROWS) == set(COMMANDS) == set(REGISTRATION.commands)


@table("name", COMMANDS)
def test_the_row_of_a_command_names_its_arguments_and_no_others(name: str) -> None:
    fields = {camel(field) for field in COMMANDS[name].arguments.model_fields}
    assert set(re.findall(r"`(\w+)`", ROWS[name])) == fields


@table("name", [name for name, row in RESULTS.items() if row.startswith("`{")])
def test_the_row_of_a_command_names_what_it_always_answers_and_nothing_else(name: str) -> None:
    result: Any = COMMANDS[name].result
    kinds = get_args(result) or (result,)
    always = set[str].intersection(*(set[str](kind.__required_keys__) for kind in kinds))
    assert _members(RESULTS[name]) == always


@pytest.mark.parametrize("name", [*REGISTRATION.requests, *REGISTRATION.notifications])
def test_the_page_explains_every_message_of_our_own(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("word", [*Phase, *Outcome])
def test_the_page_names_every_state_and_outcome(word: str) -> None:
    assert f"`{word}`" in PAGE


@pytest.mark.parametrize("code", faults.FAULT_NAMES)
def test_the_page_has_every_error_with_its_name(code: int) -> None:
    name = faults.RequestFault(code, "").data["code"]
    assert f"| {code} | `{name}` |" in PAGE


def test_the_page_lists_the_choices_of_a_question() -> None:
    assert f"`choice` ({', '.join(Choice)})" in ROWS["architect.answer"]


def test_the_page_has_what_the_editors_model_may_fail_by() -> None:
    assert f"code {LLM_FAILED} " in PAGE
    codes = get_args(get_type_hints(CompleteFailure)["code"])
    assert [code for code in codes if f"`{code}`" not in PAGE] == []
