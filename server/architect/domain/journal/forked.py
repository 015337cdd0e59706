"""The records of a session as those of another one that goes on from there.

A copied run is conversation alone: what it changed in files is open, undone and gone back to in the
run that it is a copy of, and its replies are paid for there.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from architect.domain.attached import KeptImage
from architect.domain.ids import RunId, SessionId, session_of
from architect.domain.journal.change_events import (
    ChangesKept,
    ChangesRejected,
    FileChangeIntended,
)
from architect.domain.journal.checkpoint_events import CheckpointFailed, CheckpointMade
from architect.domain.journal.child_events import ChildReplied
from architect.domain.journal.events import Event, Record
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import RunStarted, UserSaid

_LEFT_OUT = (FileChangeIntended, CheckpointMade, CheckpointFailed)
"""By these changes are undone, found as hunks and gone back to."""


def records_before(records: Sequence[Record], run_id: RunId | None) -> Sequence[Record]:
    """The records up to the start of a run, all if it is None."""
    for number, record in enumerate(records):
        if record.run_id == run_id and isinstance(record.event, RunStarted):
            return records[:number]
    return records


def work_behind(records: Sequence[Record], run_id: RunId) -> list[RunId]:
    """The runs of work from `run_id` on, that one first."""
    starts = [
        record.run_id
        for record in records
        if isinstance(record.event, RunStarted) and is_work(record.event)
    ]
    return starts[starts.index(run_id) :] if run_id in starts else []


def origins(records: Iterable[Record]) -> dict[RunId, RunId]:
    """The runs of a session that are copies, and of which run of another session each is one."""
    return {
        record.run_id: record.event.forked_from
        for record in records
        if isinstance(record.event, RunStarted) and record.event.forked_from is not None
    }


def way_back(records: Sequence[Record], run_id: RunId) -> list[RunId]:
    """The runs whose beginnings lead back to that of `run_id`, one after the other.

    A run that is a copy goes back by its original, which is the last; before it goes what came
    behind it, in each session from its first run on.
    """
    copies = origins(records)
    first: dict[SessionId, RunId] = {}
    for each in work_behind(records, run_id) if run_id in copies else (run_id,):
        origin = copies.get(each, each)
        first.setdefault(session_of(origin), origin)
    return [*reversed(first.values())]


def images_in(records: Iterable[Record]) -> Iterator[KeptImage]:
    """The images that are kept by their contents, and not in the records."""
    for record in records:
        if isinstance(record.event, RunStarted | UserSaid):
            yield from record.event.images


def as_copies(records: Iterable[Record], to: SessionId) -> Iterator[Record]:
    """`records` as those of the session `to`, which has none so far."""
    for record in records:
        if isinstance(record.event, _LEFT_OUT):
            continue
        run_id = _in_session(record.run_id, to)
        yield replace(record, run_id=run_id, event=_copied(record.event, record.run_id, to))


def _copied(event: Event, run_id: RunId, to: SessionId) -> Event:
    match event:
        case RunStarted(task=task, forked_from=origin, undoes=undoes) as started:
            own = session_of(run_id)
            if not is_work(started):  # its task names the run that it is about
                task = task.replace(f"{own}.", f"{to}.")
            return replace(
                started,
                session_id=to,
                task=task,
                forked_from=origin or run_id,
                undoes=_in_session(undoes, to) if undoes else None,
            )
        case ModelReplied() | ChildReplied():
            return replace(event, cost_usd=None if event.cost_usd is None else 0.0)
        case ChangesRejected(of_run=of_run) | ChangesKept(of_run=of_run):
            return replace(event, of_run=_in_session(of_run, to))
        case _:
            return event


def _in_session(run_id: RunId, to: SessionId) -> RunId:
    return RunId(to + run_id.removeprefix(session_of(run_id)))
