"""How long something took, apart from what it waited for."""

from collections.abc import Generator
from contextlib import contextmanager

from architect.ports.clock import Clock


class Stopwatch:
    """Runs from the moment it is made; `paused_s` is how long it did not."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock.monotonic()
        self.paused_s = 0.0

    @property
    def elapsed_s(self) -> float:
        return self._clock.monotonic() - self._began - self.paused_s

    @contextmanager
    def paused(self) -> Generator[None]:
        """What happens inside does not count."""
        began = self._clock.monotonic()
        try:
            yield
        finally:
            self.paused_s += self._clock.monotonic() - began
