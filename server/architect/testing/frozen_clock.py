"""A clock that only moves when told."""

from datetime import UTC, datetime, timedelta

_START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class FrozenClock:
    def __init__(self, start: datetime = _START) -> None:
        self._start = start
        self._elapsed_s = 0.0

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed_s)

    def monotonic(self) -> float:
        return self._elapsed_s

    def advance(self, seconds: float) -> None:
        self._elapsed_s += seconds
