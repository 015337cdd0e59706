"""Sums of what replies cost."""

from datetime import UTC, datetime, timedelta, timezone

from architect.domain.costs import CostEntry, summed_up
from architect.domain.ids import RunId
from architect.domain.usage import NO_USAGE


def entry(at: datetime) -> CostEntry:
    return CostEntry(
        at=at,
        project="/ws",
        run_id=RunId("20260101-000000-abcdef.1"),
        model="m",
        agent="build",
        source="agent",
        usage=NO_USAGE,
        cost_usd=1.0,
    )


def test_days_are_in_their_order_even_those_that_have_no_time_here() -> None:
    last = datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-14)))
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    rows = summed_up([entry(last), entry(noon), entry(noon)], "day")
    assert [(row.replies, row.spending.cost_usd) for row in rows] == [(2, 2.0), (1, 1.0)]
    assert rows[-1].key == "9999-12-31"
