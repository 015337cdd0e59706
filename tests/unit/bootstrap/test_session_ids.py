"""The names that sessions get."""

import re
from datetime import UTC, datetime, timedelta

from architect.bootstrap.run.open_session import new_session_id
from architect.testing.frozen_clock import FrozenClock

LATE = datetime(2026, 3, 4, 5, 6, 7, 999_000, tzinfo=UTC)


def test_a_session_is_named_by_its_second_and_six_digits() -> None:
    assert re.fullmatch(r"20260304-050607-[0-9a-f]{6}", new_session_id(FrozenClock(LATE)))


def test_sessions_sort_by_time_to_the_millisecond() -> None:
    begun = LATE.replace(microsecond=0)
    times = [begun + timedelta(milliseconds=each) for each in range(0, 2000, 7)]
    names = [new_session_id(FrozenClock(time)) for time in times]
    assert names == sorted(names)


def test_sessions_of_one_millisecond_do_not_meet() -> None:
    names = {new_session_id(FrozenClock(LATE)) for _ in range(5)}
    assert len(names) > 1
