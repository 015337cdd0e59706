"""Who runs now and who waits: one editing run for each workspace root, two that only read."""

from collections import deque
from collections.abc import Hashable

from architect.app.errors import BusyError
from architect.app.live_run import LiveRun

MAX_QUEUED = 8
"""Runs that wait to edit the same root."""

READERS_AT_ONCE = 2
MAX_QUEUED_READERS = 64
"""They wait for each other only because a model provider has its limits."""


class Lane:
    """Runs that have to wait for each other."""

    def __init__(self, width: int, most_waiting: int) -> None:
        self._width = width
        self._most_waiting = most_waiting
        self._active: set[LiveRun] = set()
        self._waiting: deque[LiveRun] = deque()

    def join(self, run: LiveRun) -> bool:
        """Whether `run` may start at once; otherwise it waits for `next_ones`.

        Raises:
            BusyError: too many are waiting.
        """
        if len(self._active) < self._width and not self._waiting:
            self._active.add(run)
            return True
        if len(self._waiting) >= self._most_waiting:
            raise BusyError(f"{self._most_waiting} runs are waiting already; cancel one or wait")
        self._waiting.append(run)
        self._number()
        return False

    def leave(self, run: LiveRun) -> list[LiveRun]:
        """`run` is over, or does not want to wait any more; those that may start now."""
        self._active.discard(run)
        if run in self._waiting:
            self._waiting.remove(run)
        started: list[LiveRun] = []
        while self._waiting and len(self._active) < self._width:
            following = self._waiting.popleft()
            self._active.add(following)
            started.append(following)
        self._number()
        return started

    @property
    def is_free(self) -> bool:
        return not self._active and not self._waiting

    def _number(self) -> None:
        for position, run in enumerate(self._waiting, 1):
            run.queued_at(position)


class RunQueue:
    """The lane of each run."""

    def __init__(self) -> None:
        self._lanes: dict[Hashable, Lane] = {}

    def of(self, run: LiveRun) -> Lane:
        """The lane where `run` belongs."""
        if run.order.reads_only:
            return self._lane("reads", READERS_AT_ONCE, MAX_QUEUED_READERS)
        return self._lane(run.order.root, 1, MAX_QUEUED)

    def is_edited(self, root: Hashable) -> bool:
        """Whether a run edits in `root`, or waits to."""
        return root in self._lanes and not self._lanes[root].is_free

    def _lane(self, key: Hashable, width: int, most_waiting: int) -> Lane:
        if key not in self._lanes:
            self._lanes[key] = Lane(width, most_waiting)
        return self._lanes[key]
