"""docs/protocol.md says what the daemon really takes and sends."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from scripts.derived.protocol_types import argument_of

from architect.domain.verdict import Choice
from architect.lsp.commands.table import COMMANDS
from architect.lsp.editor_messages import CompleteFailure
from architect.lsp.model.lent_model_faults import LLM_FAILED
from architect.lsp.runs.run_phase import Outcome, Phase
from architect.lsp.transport import faults
from architect.lsp.transport.offer import OFFER
from architect.lsp.wire import camel

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(architect\.\w+)` \| (.*?) \|", PAGE, re.MULTILINE))


def test_the_page_has_a_row_for_every_command_and_no_other() -> None:
    assert set(ROWS) == set(COMMANDS) == set(OFFER.commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_row_of_a_command_names_its_arguments_and_no_others(name: str) -> None:
    fields = {camel(field) for field in argument_of(name).model_fields}
    assert set(re.findall(r"`(\w+)`", ROWS[name])) == fields


@pytest.mark.parametrize("name", [*OFFER.requests, *OFFER.notifications])
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
