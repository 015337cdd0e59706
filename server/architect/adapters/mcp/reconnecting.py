"""How long after a connection that failed the next attempt is made."""

import time

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 60.0
_LASTING_S = 10.0
"""A connection that was lost after this time is made again at once."""


class Pauses:
    """Each is twice as long as the one before, until a connection was made."""

    def __init__(self) -> None:
        self._failures = 0
        self._retry_at = 0.0
        self._connected_at = 0.0

    @property
    def is_over(self) -> bool:
        """Whether it may be tried again."""
        return time.monotonic() >= self._retry_at

    def connected(self) -> None:
        self._failures, self._connected_at = 0, time.monotonic()

    def failed(self, *, was_connected: bool, at_once: bool = False) -> None:
        """Begin the next pause; there is none `at_once` or behind a connection that has lasted."""
        lasted = was_connected and time.monotonic() - self._connected_at > _LASTING_S
        pause_s = min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * 2**self._failures)
        self._failures += 1
        self._retry_at = time.monotonic() + (0.0 if lasted or at_once else pause_s)

    def forget(self) -> None:
        """Have the next attempt be made, however little time has passed since one failed."""
        self._failures, self._retry_at = 0, 0.0
