"""Whose work stands behind an undo, or behind going back to a checkpoint."""

from datetime import UTC, datetime

import pytest
from tests.support.rig import SESSION, started_event

from architect.domain.checkpoints import Checkpoint
from architect.domain.ids import RunId
from architect.domain.journal.change_events import ChangesRejected
from architect.domain.journal.events import Event, Record
from architect.domain.journal.standing_work import standing_work

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def run(number: int) -> RunId:
    return RunId(f"{SESSION}.{number}")


def undo(of: int) -> Event:
    return started_event(agent="undo", undoes=run(of))


def undo_of_hunks(of: int) -> Event:
    return ChangesRejected(of_run=run(of), paths=("a.py",), note="", patch="-x\n+y")


def back(to: str) -> Event:
    return started_event(agent="undo", restores=to)


def works(*numbers: int) -> frozenset[RunId]:
    return frozenset(map(run, numbers))


@pytest.mark.parametrize(
    ("behind", "undone", "before", "after"),
    [
        ([], 1, works(1), works()),
        ([undo(1)], 2, works(), works(1)),
        ([undo(1), undo(2)], 3, works(1), works()),
        ([undo(1), undo(2), undo(3)], 4, works(), works(1)),
        ([undo(1), undo(1)], 2, works(), works()),
        ([undo(1), undo(2), undo(1)], 4, works(), works(1)),
        ([undo_of_hunks(1)], 2, works(), works(1)),
        ([undo_of_hunks(1), undo_of_hunks(1)], 3, works(), works()),
        ([started_event(), undo(2)], 1, works(1), works()),
        ([started_event(), back("1.0"), back("3.0")], 4, works(1, 2), works()),
        ([started_event(), back("1.2"), started_event()], 3, works(1, 4), works(1, 2, 4)),
        ([started_event(), back("1.1")], 3, works(), works(1, 2)),
        ([back("of another session")], 1, works(1), works()),
    ],
)
def test_work_stands_where_whatever_took_it_is_undone(
    behind: list[Event], undone: int, before: frozenset[RunId], after: frozenset[RunId]
) -> None:
    events = [started_event(), *behind]
    records = [Record(run(number), 1, AT, event) for number, event in enumerate(events, start=1)]
    known = [
        Checkpoint(commit=f"{number}.{step}", run_id=run(number), step=step, at=AT, why="")
        for number, _ in enumerate(events, start=1)
        for step in range(3)
    ]
    assert standing_work(records, known) == before
    assert standing_work(records, known, without=[run(undone)]) == after
