"""How a run is stopped from outside: by the user, by its time limit."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from architect.domain.outcome import StopReason

T = TypeVar("T")


class StoppedError(Exception):
    """The work was ended because somebody asked the run to stop."""


class StopSignal:
    """Ends whatever the run is waiting for, once somebody asks.

    The first reason stays until it is acknowledged, but the user's own wish goes before a time-out.
    """

    def __init__(self) -> None:
        self.reason: StopReason | None = None
        self._current: set[asyncio.Task[Any]] = set()

    def request(self, reason: StopReason) -> None:
        """Stop the run; work under `guard` is cancelled and can clean up."""
        if self.reason is None:
            self.reason = reason
            for task in self._current:
                task.cancel()
        elif reason is StopReason.USER_INTERRUPT:
            self.reason = reason

    def acknowledge(self) -> None:
        """Take note of the reason, so that closing work can be guarded against the next one."""
        self.reason = None

    async def guard(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`.

        Raises:
            StoppedError: the run was stopped, before or during the work.
        """
        if self.reason is not None:
            work.close()
            raise StoppedError
        task = asyncio.create_task(work)
        self._current.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            outer = asyncio.current_task()
            if self.reason is None or (outer is not None and outer.cancelling()):
                raise
            raise StoppedError from None
        finally:
            self._current.discard(task)
