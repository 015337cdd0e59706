"""A run with something behind it that is part of it, as the checks of a unit are."""

import asyncio
from collections.abc import Awaitable, Callable

from architect.app.live_run import EngineRun
from architect.domain.ids import RunId
from architect.domain.journal.state import AgentState
from architect.execution.message_queue import QueuedMessage


class CheckedRun:
    """See `EngineRun`. `behind` is done with the last state of `run`, before this one is over.

    Whoever interrupts it then cancels what is done behind it.
    """

    def __init__(self, run: EngineRun, behind: Callable[[AgentState], Awaitable[None]]) -> None:
        self._run = run
        self._behind = behind
        self._checking: asyncio.Future[None] | None = None

    @property
    def state(self) -> AgentState:
        return self._run.state

    def interrupt(self) -> None:
        self._run.interrupt()
        self._stop_checking()

    def interrupt_child(self, run_id: str) -> bool:
        return self._run.interrupt_child(run_id)

    async def stop_command(self, run_id: RunId, handle: str) -> bool:
        return await self._run.stop_command(run_id, handle)

    def keep_command(self, run_id: RunId, handle: str) -> bool:
        return self._run.keep_command(run_id, handle)

    def compact(self, focus: str) -> None:
        self._run.compact(focus)

    def say(self, message: QueuedMessage, *, at_once: bool) -> bool:
        return self._run.say(message, at_once=at_once)

    def withdraw(self, message_id: str) -> bool:
        return self._run.withdraw(message_id)

    def cut_off(self) -> None:
        self._run.cut_off()
        self._stop_checking()

    async def go(self) -> AgentState:
        state = await self._run.go()
        self._checking = asyncio.ensure_future(self._behind(state))
        await asyncio.wait({self._checking})
        if not self._checking.cancelled():
            self._checking.result()
        return state

    async def close(self) -> None:
        await self._run.close()

    def _stop_checking(self) -> None:
        if self._checking is not None:
            self._checking.cancel()
