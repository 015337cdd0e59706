"""Whose work is in the files: an undo takes that of a run, or brings back what another one took."""

from collections.abc import Collection, Iterable, Sequence

from architect.domain.checkpoints import Checkpoint
from architect.domain.ids import RunId
from architect.domain.journal.change_events import ChangesRejected
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunStarted


def standing_work(
    records: Iterable[Record],
    known: Collection[Checkpoint] = (),
    *,
    without: Iterable[RunId] = (),
) -> frozenset[RunId]:
    """The runs of a session whose work stands behind its `records`, less the runs `without`.

    `known` are its checkpoints. Without them going back to one takes nobody's work.
    """
    takes = _takes(records, known)
    taken = set(without)
    # Whoever takes the work of a run comes behind it.
    for run_id, others in reversed(takes.items()):
        if run_id not in taken:
            taken.update(others or ())
    return frozenset(run_id for run_id, others in takes.items() if others is None) - taken


def runs_behind(
    target: Checkpoint, known: Iterable[Checkpoint], runs: Sequence[RunId]
) -> Sequence[RunId]:
    """Those of the `runs` that changed something behind a checkpoint, one of those `known`."""
    ended = all(each.step <= target.step for each in known if each.run_id == target.run_id)
    return runs[runs.index(target.run_id) + ended :] if target.run_id in runs else ()


def _takes(
    records: Iterable[Record], known: Collection[Checkpoint]
) -> dict[RunId, Collection[RunId] | None]:
    """Each run, the oldest first, and those whose work it takes; None if it works itself."""
    takes: dict[RunId, Collection[RunId] | None] = {}
    commits = {each.commit: each for each in known}
    for record in records:
        run_id = record.run_id
        match record.event:
            case RunStarted(undoes=str(target)) | ChangesRejected(of_run=target):
                takes[run_id] = (RunId(target),)
            case RunStarted(restores=str(commit)) if commit:
                target = commits.get(commit)
                takes[run_id] = () if target is None else runs_behind(target, known, [*takes])
            case RunStarted():
                takes.setdefault(run_id, None)
            case _:
                pass
    return takes
