"""Hooks that run in the background, and how long a run waits for them in the end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

MOST_AT_ONCE = 4
LAST_WAIT_S = 30.0


class AsyncHooks:
    """Runs work in the background, a few pieces at a time."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(MOST_AT_ONCE)

    def start(self, work: Callable[[], Coroutine[Any, Any, object]]) -> None:
        self._tasks.add(asyncio.create_task(self._in_turn(work)))

    async def finish(self, *, within_s: float = LAST_WAIT_S) -> None:
        """Wait for all of them, and end those that take longer.

        Raises:
            JournalFault: what one of them came to could not be recorded.
        """
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=within_s)
        tasks = self._tasks
        await self.aclose()
        for task in tasks:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    async def aclose(self) -> None:
        """End what still runs."""
        tasks, self._tasks = self._tasks, set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _in_turn(self, work: Callable[[], Coroutine[Any, Any, object]]) -> None:
        async with self._room:
            await work()
