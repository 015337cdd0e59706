"""One run as the editor knows it: a state machine around the engine's run."""

import asyncio
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from architect.domain.file_traces import session_of
from architect.domain.ids import RunId, SessionId
from architect.domain.state import AgentState
from architect.lsp.results import (
    PendingQuestion,
    RunFigures,
    RunInfo,
    RunStanding,
    ShortRunInfo,
)
from architect.lsp.runs.event_feed import EventFeed
from architect.lsp.runs.run_phase import Outcome, Phase, WaitsFor, may_follow
from architect.lsp.wire import plain
from architect.services.requests import RunRequest
from architect.services.sessions import run_id_of


class EngineRun(Protocol):
    """A run of the engine; see `services.runs.Run`."""

    @property
    def state(self) -> AgentState: ...

    def interrupt(self) -> None: ...

    def cut_off(self) -> None: ...

    async def go(self) -> AgentState: ...


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What the editor asked for: a request in the workspace `root`, with a title for people.

    `flags` are settings for this run alone, by dotted key. `reads_only` runs share their lane with
    others of their kind. `progress_token` is the client's own token for work-done progress.
    `reviewed` is the path of the file that is reviewed as a whole, if one is.
    """

    request: RunRequest
    root: Path
    title: str
    run_id: RunId
    flags: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reads_only: bool = False
    progress_token: str | int | None = None
    reviewed: str | None = None

    @property
    def session_id(self) -> SessionId:
        return session_of(self.run_id)

    @property
    def is_first(self) -> bool:
        """Whether its session begins with it."""
        return self.run_id == run_id_of(self.session_id, 1)


class LiveRun:
    """A run from its place in the queue to its end."""

    def __init__(self, order: RunOrder, feed: EventFeed) -> None:
        self.order = order
        self.feed = feed
        self.phase = Phase.QUEUED
        self.outcome: Outcome | None = None
        self.position = 0
        """In the queue, from 1; 0 when it is not waiting in one."""
        self.pending: PendingQuestion | None = None
        self.error: str | None = None
        self.reason: str | None = None
        """Why it was cancelled, in the words of who did."""
        self.gave_up = False
        """Whether it was stopped because nobody answers."""
        self.started_at = datetime.now(UTC)
        self._is_cut_off = False
        self._waits_for: WaitsFor | None = None
        self._run: EngineRun | None = None
        self._last = AgentState()
        self._ended = asyncio.Event()

    @property
    def run_id(self) -> RunId:
        return self.order.run_id

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.DONE

    @property
    def state(self) -> AgentState:
        """What the engine knows of it so far."""
        return self._run.state if self._run is not None else self._last

    def starts(self, run: EngineRun) -> None:
        """The engine has taken it over."""
        self._run = run
        if self.phase is Phase.CANCELLING:
            self._stop(run)

    def queued_at(self, position: int) -> None:
        if position != self.position:
            self.position = position
            self._show()

    def runs(self) -> None:
        self.position = 0
        self._move(Phase.RUNNING)

    def waits(self, what: WaitsFor, pending: PendingQuestion | None = None) -> None:
        """Somebody outside has to do something; `pending` is the question, if it is one."""
        if may_follow(self.phase, Phase.WAITING):
            self.pending = pending
            self._waits_for = what
            self._move(Phase.WAITING)

    def goes_on(self) -> None:
        """What it waited for is there."""
        self.pending = None
        self._waits_for = None
        if self.phase is Phase.WAITING:
            self._move(Phase.RUNNING)

    @contextmanager
    def waiting(self, what: WaitsFor) -> Generator[None]:
        """While something outside has to be done."""
        self.waits(what)
        try:
            yield
        finally:
            self.goes_on()

    def stops(self, reason: str | None = None) -> None:
        """Somebody wants it to end; it ends once everything it started is cleaned up."""
        if self.phase in (Phase.QUEUED, Phase.RUNNING, Phase.WAITING):
            self.reason = reason
            self._move(Phase.CANCELLING)
            if self._run is not None:
                self._stop(self._run)

    def is_cut_off(self) -> None:
        """The editor leaves: it ends like that, and its record tells that it was interrupted."""
        self._is_cut_off = self._is_cut_off or self.phase is not Phase.CANCELLING
        self.stops()

    def _stop(self, run: EngineRun) -> None:
        if self._is_cut_off:
            run.cut_off()
        else:
            run.interrupt()

    def ends(self, outcome: Outcome, *, error: str | None = None) -> None:
        """The end; only the first one counts."""
        if self.phase is Phase.DONE:
            return
        if self._run is not None:
            self._last, self._run = _without_conversation(self._run.state), None
        self.outcome = outcome
        self.error = error or (self._last.error.message if self._last.error else None)
        self.position = 0
        self.pending = None
        self._waits_for = None
        self._move(Phase.DONE)
        self._ended.set()

    async def ended(self) -> None:
        """Wait for the end."""
        await self._ended.wait()

    def _move(self, phase: Phase) -> None:
        if may_follow(self.phase, phase):
            self.phase = phase
            self._show()

    def _show(self) -> None:
        self.feed.show_state(self.standing(), self._waits_for)

    def standing(self) -> RunStanding:
        standing: RunStanding = {"state": self.phase, "position": self.position}
        if self.outcome is not None:
            standing["outcome"] = self.outcome
        if self.error is not None:
            standing["error"] = self.error
        if self.reason is not None:
            standing["reason"] = plain(self.reason)
        if self.pending is not None:
            standing["pending"] = self.pending
        return standing

    def short_info(self) -> ShortRunInfo:
        return {"runId": self.run_id, **self.standing()}

    def info(self) -> RunInfo:
        return {
            **self.short_info(),
            "sessionId": self.order.session_id,
            "title": self.order.title,
            "agent": self.order.request.agent,
            "root": str(self.order.root),
            "startedAt": plain(self.started_at),
            "seq": self.feed.seq,
            **run_figures(self.state),
        }


def run_figures(state: AgentState) -> RunFigures:
    """Steps, usage, changed files and final text of a run, as they stand in its `RunInfo`."""
    usage, spending = state.spending.usage, state.spending
    return {
        "steps": state.step,
        "usage": {
            "inputTokens": usage.input_tokens,
            "outputTokens": usage.output_tokens,
            "usd": None if spending.unpriced_calls else round(spending.cost_usd, 6),
        },
        "filesChanged": list(state.files_modified),
        "filesProposed": list(state.files_proposed),
        "denied": len(state.denials),
        "output": plain(state.output),
    }


def _without_conversation(state: AgentState) -> AgentState:
    """What is worth keeping of a run that is over; its conversation is in the journal."""
    return AgentState(
        step=state.step,
        spending=state.spending,
        files_modified=state.files_modified,
        files_proposed=state.files_proposed,
        denials=state.denials,
        stop_reason=state.stop_reason,
        status=state.status,
        output=state.output,
        error=state.error,
        duration_s=state.duration_s,
    )
