"""Who runs now and who waits: some editing runs for each workspace root, two that only read."""

from collections import deque
from collections.abc import Hashable, Sequence

from architect.app.errors import BusyError
from architect.app.live_run import LiveRun
from architect.l10n import english, t
from architect.services.task_names import shown_title

EDITORS_AT_ONCE = 4
"""Runs that edit the same root: what each of them has read is compared before it is written over.
A unit of a workflow is alone there, since its checks are about all files."""

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
        self._active: list[LiveRun] = []
        self._waiting: deque[LiveRun] = deque()

    def join(self, run: LiveRun) -> bool:
        """Whether `run` may start at once; otherwise it waits for `next_ones`.

        Raises:
            BusyError: too many are waiting.
        """
        if not self._waiting and self._fits(run):
            self._active.append(run)
            return True
        if len(self._waiting) >= self._most_waiting:
            raise BusyError(
                english(
                    "{most_waiting} runs are waiting already; cancel one or wait",
                    most_waiting=self._most_waiting,
                )
            )
        self._waiting.append(run)
        self._number()
        return False

    def leave(self, run: LiveRun) -> list[LiveRun]:
        """`run` is over, or does not want to wait any more; those that may start now."""
        if run in self._active:
            self._active.remove(run)
        if run in self._waiting:
            self._waiting.remove(run)
        started: list[LiveRun] = []
        while self._waiting and self._fits(self._waiting[0]):
            following = self._waiting.popleft()
            self._active.append(following)
            started.append(following)
        self._number()
        return started

    @property
    def runs(self) -> list[LiveRun]:
        """Those that go on, and those that wait."""
        return [*self._active, *self._waiting]

    def _fits(self, run: LiveRun) -> bool:
        if run.order.unit is not None:
            return not self._active
        is_alone = any(other.order.unit is not None for other in self._active)
        return not is_alone and len(self._active) < self._width

    def _number(self) -> None:
        titles = [shown_title(run.order.title) for run in self._active]
        for position, run in enumerate(self._waiting, 1):
            run.queued_at(position, waits_for_words(titles))


def waits_for_words(titles: Sequence[str]) -> str:
    """What a run in a queue waits for, in words, by the titles of those that run."""
    if len(titles) == 1:
        return t("Waits for: {title}", title=titles[0])
    return t("Waits for one of {count} runs: {titles}", count=len(titles), titles="; ".join(titles))


class RunQueue:
    """The lane of each run."""

    def __init__(self) -> None:
        self._lanes: dict[Hashable, Lane] = {}

    def of(self, run: LiveRun) -> Lane:
        """The lane where `run` belongs."""
        if run.order.reads_only:
            return self._lane("reads", READERS_AT_ONCE, MAX_QUEUED_READERS)
        return self._lane(run.order.root, EDITORS_AT_ONCE, MAX_QUEUED)

    def is_edited(self, root: Hashable) -> bool:
        """Whether a run edits in `root`, or waits to."""
        return bool(self.editing(root))

    def editing(self, root: Hashable) -> list[LiveRun]:
        """The runs that edit in `root`, or wait to."""
        return self._lanes[root].runs if root in self._lanes else []

    def _lane(self, key: Hashable, width: int, most_waiting: int) -> Lane:
        if key not in self._lanes:
            self._lanes[key] = Lane(width, most_waiting)
        return self._lanes[key]
