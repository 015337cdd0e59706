"""How long something took, apart from what it waited for."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import TypeAlias

from architect.ports.clock import Clock

Pause: TypeAlias = tuple[float, float]
"""When it began and when it ended, in seconds of a monotonic clock."""


class Stopwatch:
    """Runs from the moment it is made, but for its `pauses`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock.monotonic()
        self.pauses: list[Pause] = []

    @property
    def elapsed_s(self) -> float:
        return self._clock.monotonic() - self._began - covered_s(self.pauses)

    @contextmanager
    def paused(self) -> Generator[None]:
        """What happens inside does not count."""
        began = self._clock.monotonic()
        try:
            yield
        finally:
            self.pauses.append((began, self._clock.monotonic()))


def covered_s(pauses: Iterable[Pause]) -> float:
    """How long they are together; what several have in common counts once."""
    covered, until = 0.0, float("-inf")
    for began, ended in sorted(pauses):
        covered += max(0.0, ended - max(began, until))
        until = max(until, ended)
    return covered
