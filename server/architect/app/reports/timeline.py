"""The moments of a session for a report, of which the first and the last are kept."""

from collections import deque
from datetime import datetime
from typing import TypedDict, Unpack

from architect.app.reports.report import Moment, Tone

MOST_MOMENTS = 400
"""At each end."""

MOST_DETAIL = 2_000
"""Characters of the details of one moment."""


class Details(TypedDict, total=False):
    """What may be said of a moment; see `Moment`."""

    tone: Tone
    duration_s: float | None
    is_diff: bool
    is_said: bool
    note: str


class Timeline:
    """Takes moments in their order, and forgets those in the middle where there are too many."""

    def __init__(self) -> None:
        self._first: list[Moment] = []
        self._last: deque[Moment] = deque(maxlen=MOST_MOMENTS)
        self._told = 0

    @property
    def moments(self) -> tuple[Moment, ...]:
        return (*self._first, *self._last)

    @property
    def hidden(self) -> int:
        """How many were forgotten."""
        return self._told - len(self._first) - len(self._last)

    def tell(
        self, at: datetime, step: int, what: str, detail: str = "", **more: Unpack[Details]
    ) -> None:
        """Take one more moment; a long `detail` is cut."""
        if len(detail) > MOST_DETAIL:
            detail = f"{detail[:MOST_DETAIL]}\n[... {len(detail) - MOST_DETAIL} more characters]"
        moment = Moment(at=at, step=step, what=what, detail=detail, **more)
        self._told += 1
        if len(self._first) < MOST_MOMENTS:
            self._first.append(moment)
        else:
            self._last.append(moment)
