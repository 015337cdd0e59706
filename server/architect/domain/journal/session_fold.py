"""How the summary of a session follows from its records, one after the other."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from architect.domain.ids import RunId, SessionId, session_of
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.child_events import ChildReplied
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.domain.journal.session import SessionStatus, SessionSummary
from architect.domain.outcome import Status, StopReason

_ENDED: dict[Status, SessionStatus] = {
    Status.SUCCESS: "completed",
    Status.PARTIAL: "partial",
    Status.FAILED: "failed",
}

SUMMARISED = (RunStarted, ModelReplied, ChildReplied, FileChanged, RunFinished)
"""The events that a summary follows from."""


@dataclass(slots=True)
class SessionFold:
    """What is known of a session after some of its records.

    Undoing a run is no work of its own, nor is summing up: it has no task, and once it is over the
    session is what it was before. What `copies` of runs of another session changed is theirs.
    `ends` has the runs in their order, None for one without an end, and `files` those that were
    changed, in theirs.
    """

    task: str = ""
    agent: str = ""
    title: str = ""
    started_at: datetime | None = None
    ends: dict[RunId, tuple[Status, StopReason] | None] = field(default_factory=dict)  # pyright: ignore[reportUnknownVariableType]
    undos: set[RunId] = field(default_factory=set[RunId])
    copies: dict[RunId, RunId] = field(default_factory=dict[RunId, RunId])
    cost_usd: float | None = 0.0
    files: dict[str, None] = field(default_factory=dict[str, None])

    def add(self, record: Record) -> None:
        """Take one more record; only those of `SUMMARISED` events change anything."""
        match record.event:
            case RunStarted() as started:
                self._start(record, started)
            case ModelReplied(cost_usd=price) | ChildReplied(cost_usd=price):
                self.pay(price)
            case FileChanged(path=path):
                self.change(record.run_id, path)
            case RunFinished(status=status, stop_reason=reason):
                self.ends[record.run_id] = (status, reason)
            case _:
                pass

    def pay(self, price: float | None) -> None:
        """Take the price of a reply, None if it is unknown."""
        cost = self.cost_usd
        self.cost_usd = None if cost is None or price is None else cost + price

    def change(self, run_id: RunId, path: str) -> None:
        """Take a change of a file."""
        if run_id not in self.undos and run_id not in self.copies:
            self.files[path] = None

    def _start(self, record: Record, started: RunStarted) -> None:
        if self.started_at is None:
            self.task, self.agent, self.title = started.task, started.agent, started.title
            self.started_at = record.at
        self.ends[record.run_id] = None
        if started.forked_from is not None:
            self.copies[record.run_id] = started.forked_from
        if not is_work(started) or started.only_compacts:
            self.undos.add(record.run_id)

    def summary(
        self, session_id: SessionId, *, is_live: bool, updated_at: datetime
    ) -> SessionSummary | None:
        """The summary; None if no run has started."""
        if self.started_at is None:
            return None
        return SessionSummary(
            session_id,
            self._status(is_live=is_live),
            self.task,
            self.agent,
            self.title,
            self.started_at,
            updated_at,
            self.cost_usd,
            tuple(self.files),
            tuple(run_id for run_id in self.ends if run_id not in self.undos),
            forked_from=next((session_of(origin) for origin in self.copies.values()), None),
        )

    def _status(self, *, is_live: bool) -> SessionStatus:
        *_, last = self.ends.values()
        if last is None:
            return "running" if is_live else "interrupted"
        of_work = [end for run_id, end in self.ends.items() if run_id not in self.undos]
        return _ended(of_work[-1] if of_work else last)


def summary_of(
    session_id: SessionId, records: Iterable[Record], *, is_live: bool, updated_at: datetime
) -> SessionSummary | None:
    """The summary of a session from its records; None if no run has started."""
    fold = SessionFold()
    for record in records:
        fold.add(record)
    return fold.summary(session_id, is_live=is_live, updated_at=updated_at)


def _ended(end: tuple[Status, StopReason] | None) -> SessionStatus:
    if end is None:
        return "interrupted"
    if end[1] is StopReason.USER_INTERRUPT:
        return "cancelled"
    return _ENDED[end[0]]
