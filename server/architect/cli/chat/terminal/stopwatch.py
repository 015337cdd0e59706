"""How long something goes on already, beside what says what it is."""

import asyncio
import time
from collections.abc import Callable

from architect.cli.elapsed import Elapsed


class Stopwatch:
    """Counts from where a work begins, and has `redraw` draw it each second until it stops."""

    def __init__(
        self, redraw: Callable[[], None], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._redraw = redraw
        self._elapsed = Elapsed(now)
        self._timer: asyncio.TimerHandle | None = None

    def runs(self, text: str) -> None:
        """`text` goes on, or what had its beginning before."""
        self._elapsed.runs(text)
        if self._timer is None:
            self._wait()

    def stop(self) -> None:
        self._elapsed.stop()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def words(self) -> str:
        """` · 12 s` from the third second on."""
        return self._elapsed.words

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(1, self._tick)

    def _tick(self) -> None:
        self._wait()
        self._redraw()
