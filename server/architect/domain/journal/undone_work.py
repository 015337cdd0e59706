"""Whose work an undo is about in the end: undoing an undo brings back what that one took."""

from collections.abc import Iterable

from architect.domain.ids import RunId
from architect.domain.journal.change_events import ChangesRejected
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunStarted
from architect.frozen import frozen


@frozen
class UndoneWork:
    """The run that worked, and whether all of its work stands behind the undo."""

    run_id: RunId
    stands: bool


def undone_work(records: Iterable[Record], run_id: RunId) -> UndoneWork:
    """What it is about to undo all of `run_id` now, behind the `records` of its session."""
    targets = _targets(records)
    taken = {run_id}
    # Whoever undoes a run comes behind it.
    for undo, target in reversed(targets.items()):
        if undo not in taken:
            taken.add(target)
    work = run_id
    while work in targets:
        work = targets[work]
    return UndoneWork(work, work not in taken)


def _targets(records: Iterable[Record]) -> dict[RunId, RunId]:
    """The runs that undo others, as a whole or some hunks, and which; the oldest first."""
    targets: dict[RunId, RunId] = {}
    for record in records:
        match record.event:
            case RunStarted(undoes=str(target)) | ChangesRejected(of_run=target):
                targets[record.run_id] = RunId(target)
            case _:
                pass
    return targets
