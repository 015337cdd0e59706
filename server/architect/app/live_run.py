"""One run as front ends know it: a state machine around the engine's run."""

import asyncio
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Protocol

from architect.app.ending_words import ending_of
from architect.app.event_log import EventLog
from architect.app.run_info import PendingQuestion, RunInfo, RunStanding, run_figures
from architect.app.run_order import RunOrder
from architect.app.run_state import Outcome, Phase, WaitsFor, may_follow
from architect.domain.ids import RunId
from architect.domain.journal.state import AgentState
from architect.domain.outcome import RunError
from architect.domain.remedies import Remedy
from architect.domain.shell import RUN_COMMAND
from architect.execution.message_queue import MessageQueue, QueuedMessage


class EngineRun(Protocol):
    """A run of the engine; see `services.runs.Run`."""

    @property
    def state(self) -> AgentState: ...

    def interrupt(self) -> None: ...

    def interrupt_child(self, run_id: str) -> bool: ...

    async def stop_command(self, run_id: RunId, handle: str) -> bool: ...

    def keep_command(self, run_id: RunId, handle: str) -> bool: ...

    def compact(self, focus: str) -> None: ...

    def say(self, message: QueuedMessage, *, at_once: bool) -> bool: ...

    def withdraw(self, message_id: str) -> bool: ...

    def cut_off(self) -> None: ...

    async def go(self) -> AgentState: ...

    async def close(self) -> None: ...


class LiveRun:
    """A run from its place in the queue to its end."""

    def __init__(self, order: RunOrder, log: EventLog) -> None:
        self.order = order
        self.log = log
        self.phase = Phase.QUEUED
        self.outcome: Outcome | None = None
        self.position = 0
        """In the queue, from 1; 0 when it is not waiting in one."""
        self.pending: PendingQuestion | None = None
        self.failure: RunError | None = None
        self._remedy: Remedy | None = None
        """Why it failed, in the words of the front end."""
        self.reason: str | None = None
        """Why it was cancelled, in the words of who did."""
        self.gave_up = False
        """Whether it was stopped because nobody answers."""
        self.started_at = datetime.now(UTC)
        self._is_detached = False
        self._early = MessageQueue()
        """What was said before it was opened."""
        self._waits_for: WaitsFor | None = None
        self._queued_behind = ""
        self._opening: asyncio.Task[EngineRun] | None = None
        self._run: EngineRun | None = None
        self._last = AgentState()
        self._ended = asyncio.Event()

    @property
    def run_id(self) -> RunId:
        return self.order.run_id

    @property
    def error(self) -> str | None:
        return None if self.failure is None else self.failure.message

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.DONE

    @property
    def has_changes(self) -> bool:
        """Whether it changed files, or proposed to."""
        return bool(self.state.files_modified or self.state.files_proposed)

    @property
    def state(self) -> AgentState:
        """What the engine knows of it so far."""
        return self._run.state if self._run is not None else self._last

    async def open(self, work: Coroutine[Any, Any, EngineRun]) -> EngineRun:
        """The engine's run that `work` opens, which has taken this one over then.

        Raises:
            CancelledError: the run was cancelled meanwhile, or whoever waits for this.
        """
        opening = self._opening = asyncio.create_task(work)
        try:
            run = await opening
        except asyncio.CancelledError:
            if opening.done() and not opening.cancelled() and opening.exception() is None:
                await opening.result().close()  # it was open already, and nobody takes it over
            raise
        finally:
            self._opening = None
        self._attach(run)
        return run

    def _attach(self, run: EngineRun) -> None:
        self._run = run
        for message in self._early.close():
            run.say(message, at_once=False)
        if self.phase is Phase.CANCELLING:
            self._stop(run)

    def queued_at(self, position: int, waits_for: str) -> None:
        """Its place in the queue, and what it waits for in words."""
        if (position, waits_for) != (self.position, self._queued_behind):
            self.position, self._queued_behind = position, waits_for
            self._show()

    def start(self) -> None:
        """Its turn has come."""
        self.position = 0
        self._move(Phase.RUNNING)

    def wait_for(self, what: WaitsFor, pending: PendingQuestion | None = None) -> None:
        """Somebody outside has to do something; `pending` is the question, if it is one."""
        if may_follow(self.phase, Phase.WAITING):
            self.pending = pending
            self._waits_for = what
            self._move(Phase.WAITING)

    def resume(self) -> None:
        """What it waited for is there."""
        self.pending = None
        self._waits_for = None
        if self.phase is Phase.WAITING:
            self._move(Phase.RUNNING)

    @contextmanager
    def waiting(self, what: WaitsFor) -> Generator[None]:
        """While something outside has to be done."""
        self.wait_for(what)
        try:
            yield
        finally:
            self.resume()

    def compact(self, focus: str) -> None:
        """Have it sum up its conversation at the end of its step; one in a queue need not."""
        if self._run is not None:
            self._run.compact(focus)

    def say(self, message: QueuedMessage, *, at_once: bool) -> bool:
        """Have the model read `message` behind this step; False if it will read no more.

        `at_once` ends what the step is doing.
        """
        if self.phase in (Phase.CANCELLING, Phase.DONE):
            return False
        if self._run is None:
            return self._early.post(message)
        return self._run.say(message, at_once=at_once)

    def withdraw(self, message_id: str) -> bool:
        """Remove a message; False if the model was told it, or there is none."""
        if self._run is None:
            return self._early.withdraw(message_id)
        return self._run.withdraw(message_id)

    def cancel_child(self, run_id: str) -> bool:
        """End a run that a call of this one opened; False if there is none under way."""
        return self._run is not None and self._run.interrupt_child(run_id)

    async def stop_command(self, run_id: RunId, handle: str) -> bool:
        """End a command in the background of it, or of a run below it; False if there is none."""
        return self._run is not None and await self._run.stop_command(run_id, handle)

    def keep_command(self, run_id: RunId, handle: str) -> bool:
        """Have a command in the background of it go on after its end; False if there is none."""
        return self._run is not None and self._run.keep_command(run_id, handle)

    def cancel(self, reason: str | None = None) -> None:
        """Somebody wants it to end; it ends once everything it started is cleaned up."""
        if self.phase in (Phase.QUEUED, Phase.RUNNING, Phase.WAITING):
            self.reason = reason
            self._move(Phase.CANCELLING)
            if self._run is not None:
                self._stop(self._run)
            elif self._opening is not None:
                self._opening.cancel()

    def detach(self) -> None:
        """The front end leaves: the run ends, and its record tells that it was interrupted."""
        self._is_detached = self._is_detached or self.phase is not Phase.CANCELLING
        self.cancel()

    def _stop(self, run: EngineRun) -> None:
        if self._is_detached:
            run.cut_off()
        else:
            run.interrupt()

    def finish(
        self,
        outcome: Outcome,
        *,
        failure: RunError | None = None,
        remedy: Remedy | None = None,
    ) -> None:
        """The end, with what helps against it; only the first one counts."""
        if self.phase is Phase.DONE:
            return
        if self._run is not None:
            self._last, self._run = _without_conversation(self._run.state), None
        self.outcome = outcome
        self.failure = failure
        self._remedy = remedy
        self._last = replace(self._last, error=failure)
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
        self.log.show_state(self.standing(), self.order.title)

    def standing(self) -> RunStanding:
        return RunStanding(
            self.phase,
            self.position,
            self.outcome,
            self.error,
            self.reason,
            self.pending,
            ending_of(self._last, self.outcome) if self.is_over else None,
            self._queued_behind if self.phase is Phase.QUEUED else self._waits_for or "",
            self._remedy,
        )

    def info(self) -> RunInfo:
        return RunInfo(
            run_id=self.run_id,
            session_id=self.order.session_id,
            title=self.order.title,
            agent=self.order.request.agent,
            root=self.order.root,
            started_at=self.started_at,
            seq=self.log.seq,
            standing=self.standing(),
            figures=run_figures(self.state),
        )


def _without_conversation(state: AgentState) -> AgentState:
    """What is worth keeping of a run that is over; its conversation is in the journal."""
    started = state.started and replace(state.started, system="", opening="")
    return AgentState(
        started=started,
        step=state.step,
        spending=state.spending,
        files_modified=state.files_modified,
        files_proposed=state.files_proposed,
        untested=state.untested,
        tests_failed=state.tests_failed,
        gates=state.gates,
        denials=state.denials,
        tools_used=tuple(use for use in state.tools_used if use.name == RUN_COMMAND)[-1:],
        stop_reason=state.stop_reason,
        status=state.status,
        output=state.output,
        error=state.error,
        duration_s=state.duration_s,
    )
