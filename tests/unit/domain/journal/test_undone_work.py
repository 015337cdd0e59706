"""Whose work an undo is about."""

from datetime import UTC, datetime

import pytest
from tests.support.rig import SESSION, started_event

from architect.domain.ids import RunId
from architect.domain.journal.change_events import ChangesRejected
from architect.domain.journal.events import Event, Record
from architect.domain.journal.undone_work import UndoneWork, undone_work

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def run(number: int) -> RunId:
    return RunId(f"{SESSION}.{number}")


def undo(of: int) -> Event:
    return started_event(agent="undo", undoes=run(of))


def undo_of_hunks(of: int) -> Event:
    return ChangesRejected(of_run=run(of), paths=("a.py",), note="", patch="-x\n+y")


@pytest.mark.parametrize(
    ("behind", "undone", "work", "stands"),
    [
        ([], 1, 1, False),
        ([undo(1)], 2, 1, True),
        ([undo(1), undo(2)], 3, 1, False),
        ([undo(1), undo(2), undo(3)], 4, 1, True),
        ([undo(1), undo(1)], 2, 1, False),
        ([undo(1), undo(2), undo(1)], 4, 1, True),
        ([undo_of_hunks(1)], 2, 1, True),
        ([undo_of_hunks(1), undo_of_hunks(1)], 3, 1, False),
        ([started_event(), undo(2)], 1, 1, False),
    ],
)
def test_work_stands_where_every_undo_of_it_is_undone(
    behind: list[Event], undone: int, work: int, stands: bool
) -> None:
    events = [started_event(), *behind]
    records = [Record(run(number), 1, AT, event) for number, event in enumerate(events, start=1)]
    assert undone_work(records, run(undone)) == UndoneWork(run(work), stands)
