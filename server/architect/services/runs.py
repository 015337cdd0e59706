"""One run from its first event to its last."""

import asyncio
from dataclasses import dataclass

from architect.agent.ending import Ending, status_of
from architect.agent.loop import AgentLoop
from architect.domain.errors import JournalFault, UserError
from architect.domain.events import RunFinished, RunStarted
from architect.domain.outcome import ErrorKind, RunError, StopReason
from architect.domain.state import AgentState
from architect.execution.event_recorder import EventRecorder
from architect.execution.stop_signal import StopSignal
from architect.ports.clock import Clock
from architect.ports.crash_log import CrashLog
from architect.ports.journal import Journal
from architect.ports.model import Model


@dataclass(frozen=True, slots=True)
class RunParts:
    """What a run is made of, and lets go of at its end."""

    loop: AgentLoop
    recorder: EventRecorder
    stop: StopSignal
    model: Model
    journal: Journal
    clock: Clock
    crashes: CrashLog


class Run:
    """A run that is ready to go. It goes once."""

    def __init__(self, started: RunStarted, parts: RunParts) -> None:
        self._started = started
        self._parts = parts

    @property
    def state(self) -> AgentState:
        return self._parts.recorder.state

    def interrupt(self) -> None:
        """Stop as soon as what is under way has been cleaned up."""
        self._parts.stop.request(StopReason.USER_INTERRUPT)

    async def go(self) -> AgentState:
        """Run to the end and return the last state.

        Raises:
            JournalFault: the record of the run could not be kept; the run was stopped there.
        """
        began = self._parts.clock.monotonic()
        try:
            self._parts.recorder.emit(self._started)
            ending = await self._ending()
            self._parts.recorder.emit(
                RunFinished(
                    status=status_of(ending, something_denied=bool(self.state.denials)),
                    stop_reason=ending.stop_reason,
                    output=ending.output,
                    error=ending.error,
                    duration_s=round(self._parts.clock.monotonic() - began, 3),
                )
            )
        finally:
            await self._let_go()
        return self.state

    async def _let_go(self) -> None:
        """Close model and journal; a connection that cannot be closed changes nothing any more."""
        model, journal = await asyncio.gather(
            self._parts.model.aclose(), self._parts.journal.aclose(), return_exceptions=True
        )
        if isinstance(model, Exception):
            self._parts.crashes.keep(model)
        if isinstance(journal, BaseException):
            raise journal

    async def _ending(self) -> Ending:
        try:
            return await self._parts.loop.run()
        except (JournalFault, asyncio.CancelledError):
            raise
        except UserError as error:
            problem = RunError(ErrorKind.CONFIGURATION, str(error))
            return Ending(StopReason.LLM_ERROR, "", problem)
        except Exception as bug:  # noqa: BLE001 - the run fence: a bug of ours ends the run, not the face
            where = self._parts.crashes.keep(bug)
            message = f"a bug in architect ended the run ({type(bug).__name__}); details in {where}"
            return Ending(StopReason.INTERNAL_ERROR, "", RunError(ErrorKind.INTERNAL, message))
