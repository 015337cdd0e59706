"""Findings as values."""

from datetime import UTC, datetime
from pathlib import Path

from tests.support.findings import FINDING, make_finding
from tests.support.journals import read_journal

from architect.domain.findings import distinct, finding_id
from architect.domain.ids import CallId
from architect.domain.journal.call_events import FindingReported
from architect.domain.journal.event_json import record_line
from architect.domain.journal.events import Record
from architect.domain.journal.fold import apply
from architect.domain.journal.state import AgentState

LINE = (
    '{"run_id":"20260102-030405-abcdef.1","seq":9,"at":"2026-01-02T03:04:05.000+00:00",'
    '"event":{"type":"finding.reported","call_id":"c1","finding":{"finding_id":"0123456789ab",'
    '"path":"src/mean.py","line":3,"end_line":3,"severity":"error","title":"Division by zero",'
    '"detail":"An empty list raises ZeroDivisionError.",'
    '"suggestion":"Return 0.0 for an empty list.","run_id":"20260102-030405-abcdef.1",'
    '"line_text":"    return total / len(values)","category":"bug"}}}\n'
)


def test_a_finding_is_recorded_in_one_known_form_and_read_back(tmp_path: Path) -> None:
    event = FindingReported(call_id=CallId("c1"), finding=FINDING)
    record = Record(FINDING.run_id, 9, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), event)
    assert record_line(record).decode() == LINE
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(LINE.encode())
    assert list(read_journal(journal)) == [record]


def test_the_state_holds_every_finding_in_order() -> None:
    other = make_finding(line=1)
    state = AgentState()
    for finding in (FINDING, other):
        state = apply(state, FindingReported(call_id=CallId("c1"), finding=finding))
    assert state.findings == (FINDING, other)


def test_the_same_finding_has_the_same_id_wherever_it_is_reported() -> None:
    one = finding_id("a.py", "bug", "  x = 1", ordinal=0)
    assert finding_id("a.py", "bug", "x  =1", ordinal=0) == one
    others = [
        finding_id("b.py", "bug", "x = 1", ordinal=0),
        finding_id("a.py", "security", "x = 1", ordinal=0),
        finding_id("a.py", "bug", "x = 2", ordinal=0),
        finding_id("a.py", "bug", "x = 1", ordinal=1),
    ]
    assert len({one, *others}) == 5


def test_two_problems_in_one_line_get_ids_of_their_own_and_one_problem_only_one() -> None:
    other = make_finding(title="Rounded twice")
    first = make_finding()
    assert other.finding_id == first.finding_id
    second = distinct(other, [first])
    assert second is not None
    assert second.finding_id != first.finding_id
    assert distinct(make_finding(title="division BY zero"), [first, second]) is None
    assert distinct(other, [first, second]) is None
