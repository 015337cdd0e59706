"""One run from its first event to its last."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

from architect.agent.ending import Ending, status_of
from architect.domain.errors import JournalFault, UserError
from architect.domain.ids import RunId
from architect.domain.journal.context_events import MentionLeftOut, ToolsAnnounced
from architect.domain.journal.run_events import (
    RunFinished,
    RunStarted,
    RunTainted,
    ServerSaid,
    ToolLeftOut,
)
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, RunError, StopReason
from architect.domain.remedies import Remedy
from architect.domain.trace_context import in_trace
from architect.execution.message_queue import QueuedMessage
from architect.execution.notes import keep_corrections
from architect.execution.run_context import RunContext
from architect.execution.stop_signal import StoppedError
from architect.l10n import english

HOOKS_AFTER_INTERRUPT_S = 0.7
"""How long the last hooks may take together when somebody waits for the run to stop."""

_MODEL_THINKS_S = 0.5
"""By then the first request is sent, and hardly any model has answered it. A run that is over by
then need not have looked: letting go of what watches the folders takes Linux 15 ms."""


class Loop(Protocol):
    """What drives a run, from its first request to its ending; see `agent.loop.AgentLoop`."""

    async def run(self) -> Ending: ...


class Run:
    """A run that is ready to go. It goes once, and then closes all that was opened for it."""

    def __init__(
        self,
        started: RunStarted,
        context: RunContext,
        loop: Loop,
        *,
        left_out: Sequence[ToolLeftOut | ToolsAnnounced | MentionLeftOut | ServerSaid] = (),
        taints: Sequence[str] = (),
    ) -> None:
        """`left_out` is what was offered to the run, or named in its task, and it goes without, or
        has in another way.

        `taints` says where texts in the task come from that strangers may have written.
        """
        self._started = started
        self._context = context
        self._loop = loop
        self._left_out = left_out
        self._taints = taints

    @property
    def context(self) -> RunContext:
        """What the run works with."""
        return self._context

    @property
    def state(self) -> AgentState:
        return self._context.state

    def interrupt(self) -> None:
        """Stop as soon as what is under way has been cleaned up."""
        self._context.stop.request(StopReason.USER_INTERRUPT)

    def interrupt_child(self, run_id: str) -> bool:
        """Stop a run that a call of this one opened, and not this one; False without such a run."""
        child = next((each for each in self._context.children if each.run_id == run_id), None)
        if child is None or child.state.status is not None:
            return False
        child.stop.request(StopReason.USER_INTERRUPT)
        return True

    async def stop_command(self, run_id: RunId, handle: str) -> bool:
        """End a command that this run, or one below it, has in the background; False if none is."""
        run = self._having(run_id, handle)
        if run is None:
            return False
        await run.background.stop(handle, by="user")
        return True

    def keep_command(self, run_id: RunId, handle: str) -> bool:
        """Have a command in the background go on after the run; False if none does."""
        run = self._having(run_id, handle)
        return run is not None and run.background.keep(handle)

    def _having(self, run_id: RunId, handle: str) -> RunContext | None:
        """The run `run_id`, or the one below it, that has that command in the background."""
        run = next((each for each in self._context.below() if each.run_id == run_id), None)
        below = () if run is None else run.below()
        return next((each for each in below if each.background.is_running(handle)), None)

    def compact(self, focus: str) -> None:
        """Sum up the conversation at the end of this step; `focus` is what matters most."""
        self._context.compaction_wishes.append(focus)

    def say(self, message: QueuedMessage, *, at_once: bool) -> bool:
        """Have the model read `message` behind this step; False if it will read no more.

        `at_once` ends what the step is doing.
        """
        is_taken = self._context.messages.post(message)
        if is_taken and at_once:
            self._context.stop.redirect()
        return is_taken

    def withdraw(self, message_id: str) -> bool:
        """Remove a message; False if the model was told it, or there is none."""
        return self._context.messages.withdraw(message_id)

    def cut_off(self) -> None:
        """Stop like that, and leave the record without an end: nobody wanted the run to stop."""
        self._context.stop.is_cut_off = True
        self.interrupt()

    async def close(self) -> None:
        """Close all that was opened for a run that will not go."""
        await self._context.resources.aclose()

    async def go(self) -> AgentState:
        """Run to the end and return the last state.

        Raises:
            JournalFault: the record of the run could not be kept; the run was stopped there.
        """
        run = self._context
        began = run.clock.monotonic()
        async with run.resources:
            run.emit(self._started)
            with in_trace(run.trace_of()):
                await self._go(began)
        return self.state

    async def _go(self, began: float) -> None:
        """From the second event to the last."""
        run = self._context
        for event in self._left_out:
            run.emit(event)
        for source in self._taints:
            run.emit(RunTainted(source=source))
        async with _looking_ahead(run):
            ending = await self._ending()
        run.messages.close()
        await run.background.aclose()
        if not (run.stop.is_cut_off and ending.stop_reason is StopReason.USER_INTERRUPT):
            await keep_corrections(run)
            await self._tell_hooks(ending)
            run.emit(self._finished(ending, began))

    def _finished(self, ending: Ending, began: float) -> RunFinished:
        took_s, waited_s = self._context.clock.monotonic() - began, self._context.waited_s
        return RunFinished(
            status=status_of(
                ending,
                something_denied=bool(self.state.denials),
                unmet_checks=bool(self.state.unmet_checks),
            ),
            stop_reason=ending.stop_reason,
            output=ending.output,
            error=ending.error,
            duration_s=round(max(0.0, took_s - waited_s), 3),
            waited_s=round(waited_s, 3),
        )

    async def _tell_hooks(self, ending: Ending) -> None:
        """Tell the last hooks; a user who interrupts, now or before, does not wait for them."""
        stop = self._context.stop
        interrupted = StopReason.USER_INTERRUPT in (ending.stop_reason, stop.reason)
        stop.acknowledge()
        status = status_of(ending, something_denied=bool(self.state.denials))
        try:
            async with asyncio.timeout(HOOKS_AFTER_INTERRUPT_S if interrupted else None):
                await stop.guard(self._context.hooks.run_ended(status, ending.error))
        except (StoppedError, TimeoutError):
            return
        except JournalFault:
            raise
        except Exception as bug:  # noqa: BLE001 - the run fence: what was done is done
            self._context.crashes.keep(bug)

    async def _ending(self) -> Ending:
        try:
            return await self._loop.run()
        except (JournalFault, asyncio.CancelledError):
            raise
        except UserError as error:
            remedy = None if error.remedy is None else Remedy(error.remedy, error.setting)
            problem = RunError(ErrorKind.CONFIGURATION, str(error), remedy, error.brief)
            return Ending(StopReason.LLM_ERROR, "", problem)
        except Exception as bug:  # noqa: BLE001 - the run fence: a bug ends the run, not the front end
            where = self._context.crashes.keep(bug)
            message = english(
                "a bug in architect ended the run ({name}); details in {where}",
                name=type(bug).__name__,
                where=where,
            )
            return Ending(StopReason.INTERNAL_ERROR, "", RunError(ErrorKind.INTERNAL, message))


@asynccontextmanager
async def _looking_ahead(run: RunContext) -> AsyncGenerator[None]:
    """Look at the workspace while the model thinks, for the first command that may change it."""
    if run.parent is not None or not run.may_record_commands:
        yield
        return
    looking = asyncio.create_task(_prepared(run))
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.wait({looking})


async def _prepared(run: RunContext) -> None:
    await asyncio.sleep(_MODEL_THINKS_S)
    try:
        await run.watch.prepare()
    except Exception as bug:  # noqa: BLE001 - the fence of the record: the first command says it
        run.crashes.keep(bug)
