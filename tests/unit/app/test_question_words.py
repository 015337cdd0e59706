"""A question in the user's language asks about what it is about, whatever that reads like."""

from collections.abc import Generator

import pytest
from tests.support.table import table

from architect.app.confirmations import grant_of, title_of
from architect.app.workflows.approval_lines import approval_lines
from architect.domain.grants import Grant, GrantKind
from architect.domain.ids import UnitId
from architect.domain.question_title import question_title
from architect.domain.verdict import Confirmation, Subject
from architect.domain.workflows.unit import Place, Unit
from architect.l10n import SOURCE, english, joined, shown, use_language

LIKE_OURS = (
    "interrupted by the user",
    "deleting files",
    "the file is gone; restored a.py",
    "a.py? Write b.py",
    "cannot continue: 2 files",
)


@pytest.fixture(autouse=True)
def in_spanish() -> Generator[None]:
    use_language("es")
    yield
    use_language(SOURCE)


def question(tool: str, title: str = "", grant: str = "") -> Confirmation:
    subject = Subject.QUESTION if tool == "ask_user" else Subject.CALL
    return Confirmation(tool=tool, title=title, reason="", grant=grant, subject=subject)


@table("what", LIKE_OURS)
def test_what_reads_like_words_of_ours_is_asked_about_as_it_is(what: str) -> None:
    for tool, told in (
        ("write_file", f"¿Escribir {what}?"),
        ("run_command", f"¿Ejecutar `{what}`?"),
        ("remember", f"¿Recordar {what}?"),
        ("docs__echo", f"¿Llamar a docs__echo {what}?"),
    ):
        assert title_of(question(tool, question_title(tool, what))) == told
    assert title_of(question("ask_user", what)) == what


@table("what", LIKE_OURS)
def test_a_grant_names_what_it_allows_as_it_is(what: str) -> None:
    exact = Grant(kind=GrantKind.EXACT, tool="run_command", text=what)
    assert shown(str(exact)) == f"run_command, exactamente: {what}"
    assert grant_of(question("run_command", grant=what)) == what
    although = english("{words}, although {reason}", words=what, reason="needs the network")
    told = grant_of(question("run_command", grant=although))
    assert told == f"{what}, aunque necesita la red"


@table("task", LIKE_OURS)
def test_a_step_that_waits_is_shown_with_its_task_and_checks_as_they_are(task: str) -> None:
    unit = Unit(
        unit_id=UnitId("1"), task=task, agent="build", place=Place.WORKSPACE, checks=(task,)
    )
    lines = list(approval_lines([unit, unit, unit, unit]))
    told = [shown(line) for line in lines]
    assert told[:2] == [task, f"comprobación: {task}"]
    assert told[-1] == "... 1 ejecución más de este paso"
    assert shown(joined("\n", lines)) == "\n".join(told)


@table("name", LIKE_OURS[:2])
def test_a_file_named_like_a_message_keeps_its_name_in_texts_of_a_journal(name: str) -> None:
    assert shown(f"deleted {name}") == f"se eliminó {name}"
