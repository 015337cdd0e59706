"""How a run is stopped from outside: by the user, by its time limit, by the run that opened it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from architect.domain.outcome import StopReason

T = TypeVar("T")


class StoppedError(Exception):
    """The work was ended because somebody asked the run to stop, or to do something else."""


class StopSignal:
    """Ends whatever the run is waiting for, once somebody asks.

    The first reason stays until it is acknowledged, but the user's own wish goes before a time-out.
    A signal made by `child` hears of every reason of this one, and acknowledges it for itself;
    nothing goes the other way.
    """

    def __init__(self) -> None:
        self.reason: StopReason | None = None
        self.was_requested = False
        """Whether anybody has ever asked, acknowledged or not."""
        self.is_from_parent = False
        """Whether the reason came from the signal that this one is a child of."""
        self.is_cut_off = False
        """Whether the front end left, so that nobody wanted the run to stop."""
        self.is_redirected = False
        """Whether the work of now was ended so that the run continues with something else."""
        self._current: set[asyncio.Task[Any]] = set()
        self._children: list[StopSignal] = []

    def request(self, reason: StopReason) -> None:
        """Stop the run and its children; work under `guard` is cancelled and can clean up."""
        self._set(reason, is_from_parent=False)

    def redirect(self) -> None:
        """End the work of now, and the children for good; the run itself goes on."""
        self.is_redirected = True
        for task in self._current:
            task.cancel()
        for child in self._children:
            child._set(StopReason.USER_INTERRUPT, is_from_parent=True)

    def child(self) -> "StopSignal":
        """A signal that this one stops too, from now on until it is `released`."""
        child = StopSignal()
        self._children.append(child)
        if self.reason is not None:
            child._set(self.reason, is_from_parent=True)
        return child

    def release(self, child: "StopSignal") -> None:
        """Tell `child` nothing more."""
        self._children.remove(child)

    def acknowledge(self) -> None:
        """Take note of the reason, so that closing work can be guarded against the next one."""
        self.reason = None
        self.is_from_parent = False

    async def guard(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`.

        Raises:
            StoppedError: the run was stopped or redirected, before or during the work.
        """
        if self._is_to_end:
            work.close()
            raise StoppedError
        task = asyncio.create_task(work)
        self._current.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            outer = asyncio.current_task()
            if not self._is_to_end or (outer is not None and outer.cancelling()):
                raise
            raise StoppedError from None
        finally:
            self._current.discard(task)

    @property
    def _is_to_end(self) -> bool:
        return self.is_redirected or self.reason is not None

    def _set(self, reason: StopReason, *, is_from_parent: bool) -> None:
        self.was_requested = True
        if self.reason is None:
            self.reason = reason
            self.is_from_parent = is_from_parent
            for task in self._current:
                task.cancel()
        elif reason is StopReason.USER_INTERRUPT:
            self.reason = reason
        for child in self._children:
            child._set(reason, is_from_parent=True)
