"""Who runs now and who waits: one editing run for each workspace root, two that only read."""

from collections import deque
from collections.abc import Hashable

from architect.lsp.faults import BUSY, RequestFault
from architect.lsp.live_run import LiveRun

MAX_QUEUED = 8
READERS_AT_ONCE = 2


class Lane:
    """Runs that have to wait for each other."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._active: set[LiveRun] = set()
        self._waiting: deque[LiveRun] = deque()

    def join(self, run: LiveRun) -> bool:
        """Whether `run` may start at once; otherwise it waits for `next_ones`.

        Raises:
            RequestFault: too many are waiting.
        """
        if len(self._active) < self._width and not self._waiting:
            self._active.add(run)
            return True
        if len(self._waiting) >= MAX_QUEUED:
            raise RequestFault(
                BUSY, f"{MAX_QUEUED} runs are waiting already; cancel one or wait", retryable=True
            )
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


class Lanes:
    """The lane of each run."""

    def __init__(self) -> None:
        self._lanes: dict[Hashable, Lane] = {}

    def of(self, run: LiveRun) -> Lane:
        """The lane where `run` belongs."""
        key, width = ("reads", READERS_AT_ONCE) if run.order.reads_only else (run.order.root, 1)
        return self._lanes.setdefault(key, Lane(width))

    def is_edited(self, root: Hashable) -> bool:
        """Whether a run edits in `root`, or waits to."""
        return root in self._lanes and not self._lanes[root].is_free
