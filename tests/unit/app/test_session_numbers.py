"""Sessions that are named by their number in a list."""

import pytest

from architect.app.sessions.naming import session_numbered
from architect.domain.errors import UserError
from architect.domain.ids import SessionId

LISTED = [SessionId("20261101-080000-aaaaaa"), SessionId("20261101-090000-bbbbbb")]


def test_numbers_count_from_one() -> None:
    assert [session_numbered(number, LISTED) for number in ("1", "2", "02")] == [*LISTED, LISTED[1]]


@pytest.mark.parametrize("number", ["0", "3", "9" * 5_000])
def test_another_number_is_refused_however_long_it_is(number: str) -> None:
    with pytest.raises(UserError, match="there is no session with the number") as refused:
        session_numbered(number, LISTED)
    assert len(str(refused.value)) < 200
