"""The records of a session as those of another one that goes on from there."""

from dataclasses import replace
from datetime import UTC, datetime

from tests.support.rig import SESSION, reply_event, started_event

from architect.domain.ids import RunId, SessionId
from architect.domain.journal.events import Record
from architect.domain.journal.forked import as_copies
from architect.domain.journal.model_events import ModelReplied

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_a_copied_reply_costs_nothing_more_but_an_unknown_price_stays_unknown() -> None:
    unpriced = reply_event(1)
    events = (started_event(), unpriced, replace(unpriced, cost_usd=0.5))
    records = [Record(RunId(f"{SESSION}.1"), seq, AT, each) for seq, each in enumerate(events, 1)]
    copies = [record.event for record in as_copies(records, SessionId("20260203-040506-abcdef"))]
    replies = [event for event in copies if isinstance(event, ModelReplied)]
    assert [reply.cost_usd for reply in replies] == [None, 0.0]
