"""Sessions as lists show them."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Literal

from architect.domain.ids import RunId, SessionId
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.child_events import ChildReplied
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.domain.outcome import Status, StopReason
from architect.frozen import frozen

SessionStatus = Literal["running", "completed", "partial", "failed", "interrupted", "corrupt"]
"""`partial` is what the model, or a limit, ended before all was done and allowed."""

_ENDED: dict[Status, SessionStatus] = {
    Status.SUCCESS: "completed",
    Status.PARTIAL: "partial",
    Status.FAILED: "failed",
}

SUMMARISED = (RunStarted, ModelReplied, ChildReplied, FileChanged, RunFinished)
"""The events that a summary follows from."""


@frozen
class SessionSummary:
    """A session in a line.

    `task`, `title` and `agent` are those it began with, `runs` all but those that took others back.
    `cost_usd` is None if the price of some reply is unknown. `problem` says what is wrong with the
    journal of a corrupt one, of which nothing else may be known.
    """

    session_id: SessionId
    status: SessionStatus
    task: str = ""
    agent: str = ""
    title: str = ""
    started_at: datetime | None = None
    updated_at: datetime | None = None
    cost_usd: float | None = 0.0
    files_changed: tuple[str, ...] = ()
    runs: tuple[RunId, ...] = ()
    problem: str | None = None


@frozen
class StoredSession:
    """Everything recorded of a session; `is_live` says that somebody still writes it.

    `former_names` are types of events in its journal that have another name now.
    """

    session_id: SessionId
    records: tuple[Record, ...]
    is_live: bool
    former_names: tuple[str, ...] = ()


def newest_first(summaries: Iterable[SessionSummary]) -> list[SessionSummary]:
    """Sorted by their start, which ids tell to the second only.

    Of a corrupt session, whose start may be unknown, the id alone says when it was.
    """
    return sorted(summaries, key=_start, reverse=True)


def _start(summary: SessionSummary) -> tuple[str, datetime]:
    second = summary.session_id.rpartition("-")[0]
    return second, summary.started_at or datetime.min.replace(tzinfo=UTC)


def summary_of(
    session_id: SessionId, records: Iterable[Record], *, is_live: bool, updated_at: datetime
) -> SessionSummary | None:
    """The summary of a session from those of its records that are `SUMMARISED`.

    Undoing a run is no work of its own, nor is summing up: it has no task, and once it is over the
    session is what it was before. None if no run has started.
    """
    first: Record | None = None
    ends: dict[RunId, RunFinished | None] = {}
    undos: set[RunId] = set()
    cost_usd: float | None = 0.0
    files: dict[str, None] = {}
    for record in records:
        match record.event:
            case RunStarted() as started:
                first = first or record
                ends[record.run_id] = None
                if not is_work(started) or started.only_compacts:
                    undos.add(record.run_id)
            case ModelReplied(cost_usd=price) | ChildReplied(cost_usd=price):
                cost_usd = None if cost_usd is None or price is None else cost_usd + price
            case FileChanged(path=path) if record.run_id not in undos:
                files[path] = None
            case RunFinished() as finished:
                ends[record.run_id] = finished
            case _:
                pass
    if first is None or not isinstance(first.event, RunStarted):
        return None
    return SessionSummary(
        session_id,
        _status(ends, undos, is_live=is_live),
        first.event.task,
        first.event.agent,
        first.event.title,
        first.at,
        updated_at,
        cost_usd,
        tuple(files),
        tuple(run_id for run_id in ends if run_id not in undos),
    )


def _status(
    ends: dict[RunId, RunFinished | None], undos: set[RunId], *, is_live: bool
) -> SessionStatus:
    *_, last = ends.values()
    if last is None:
        return "running" if is_live else "interrupted"
    of_work = [end for run_id, end in ends.items() if run_id not in undos]
    return _ended(of_work[-1] if of_work else last)


def _ended(finished: RunFinished | None) -> SessionStatus:
    if finished is None or finished.stop_reason is StopReason.USER_INTERRUPT:
        return "interrupted"
    return _ENDED[finished.status]
