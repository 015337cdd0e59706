"""How long something goes on already."""

import time
from collections.abc import Callable

from architect.domain.text.duration import read_duration
from architect.l10n import shown

_SHOWN_FROM_S = 3
_BEGINNING_CHARS = 40
"""What prints stands behind so much of its title; it is the same work for all that."""


class Elapsed:
    """Counts from where a work begins until it stops."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._work: str | None = None
        self._begun = 0.0

    def runs(self, text: str) -> None:
        """`text` goes on, or what had its beginning before."""
        if self._work is None or not text.startswith(self._work):
            self._work, self._begun = text[:_BEGINNING_CHARS], self._now()

    def stop(self) -> None:
        self._work = None

    @property
    def words(self) -> str:
        """` · 12 s` from the third second on."""
        seconds = int(self._now() - self._begun)
        if self._work is None or seconds < _SHOWN_FROM_S:
            return ""
        return f" · {seconds} s" if seconds < 60 else f" · {shown(read_duration(seconds))}"
