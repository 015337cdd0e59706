"""Passing on output as it comes, at a pace that its readers can follow."""

import asyncio
import codecs
from collections.abc import Callable

from architect.domain.text.terminal_screen import RedrawnLines

PACE_S = 0.05
"""At most one piece in this time."""

MOST_BYTES = 8_000
"""Of one piece; of a flood only the newest part is shown."""


class LiveOutput:
    """Passes on what is fed to it as pieces of text; must be used inside a running event loop.

    A line that is drawn anew comes as a whole between CRs.
    """

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._loop = asyncio.get_running_loop()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines = RedrawnLines()
        self._pending = bytearray()
        self._timer: asyncio.TimerHandle | None = None
        self._next_s = 0.0

    def feed(self, chunk: bytes) -> None:
        """Take what came next and show it, now or as soon as the pace allows."""
        self._pending += chunk
        if len(self._pending) > 2 * MOST_BYTES:
            del self._pending[:-MOST_BYTES]
        now = self._loop.time()
        if now >= self._next_s:
            self._flush()
        elif self._timer is None:
            self._timer = self._loop.call_at(self._next_s, self._flush)

    def close(self) -> None:
        """Show what is still waiting."""
        self._flush(final=True)

    def _flush(self, *, final: bool = False) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._next_s = self._loop.time() + PACE_S
        text = self._decoder.decode(bytes(self._pending[-MOST_BYTES:]), final)
        self._pending.clear()
        if text := self._lines.push(text):
            self._show(text)
