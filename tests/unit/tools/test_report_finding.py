"""What the model reads from report_finding, and what is put on record."""

import json
from typing import Any

import pytest
from tests.support.rig import Rig, Rules, make_rig

from architect.domain.findings import Finding
from architect.domain.journal.call_events import FindingReported
from architect.tools.report_finding import ReportFinding

FILES = {
    "src/mean.py": b"def mean(values):\r\n    return sum(values) / len(values)\r\n",
    "twice.py": b"except E:\n    pass\nexcept F:\n    pass\n",
    "empty.py": b"",
    "bin": b"\0\1",
}


def rig_of(**rules: Any) -> Rig:
    return make_rig(files=FILES, tools=[ReportFinding()], rules=Rules(**rules))


def arguments(**changes: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"path": "src/mean.py", "line": 2, "severity": "error"}
    return fields | {"title": "Division by zero", "detail": "An empty list."} | changes


def reported(rig: Rig) -> list[Finding]:
    events = [record.event for record in rig.sink.records]
    return [event.finding for event in events if isinstance(event, FindingReported)]


def test_a_finding_is_put_on_record_with_the_text_of_its_line() -> None:
    rig = rig_of()
    result = rig.call("report_finding", arguments(suggestion=" Return 0. "))
    assert result.output == ("reported error at src/mean.py:2: return sum(values) / len(values)")
    [finding] = reported(rig)
    assert (finding.line, finding.end_line, finding.suggestion) == (2, 2, "Return 0.")
    assert finding.line_text == "    return sum(values) / len(values)"
    assert finding.run_id == rig.recorder.run_id
    assert rig.state.findings == (finding,)


def test_nobody_is_asked_and_a_dry_run_reports_too() -> None:
    rig = rig_of(dry_run=True)
    assert rig.call("report_finding", arguments()).success
    assert len(reported(rig)) == 1
    assert rig.state.planned == ()


def test_a_finding_that_was_reported_before_is_answered_kindly_and_kept_once() -> None:
    rig = rig_of()
    rig.call("report_finding", arguments())
    again = rig.call("report_finding", arguments(detail="In other words."))
    assert again.success
    assert again.output == "src/mean.py:2 has already been reported with this title; continue"
    assert len(reported(rig)) == 1


def test_equal_lines_can_have_findings_of_the_same_title() -> None:
    rig = rig_of()
    for line in (2, 4):
        rig.call("report_finding", arguments(path="twice.py", line=line, title="Swallowed"))
    assert [finding.line for finding in reported(rig)] == [2, 4]
    assert len({finding.finding_id for finding in reported(rig)}) == 2


def test_a_title_is_one_line_however_it_is_sent() -> None:
    rig = rig_of()
    rig.call("report_finding", arguments(title=" Division\n by  zero "))
    assert reported(rig)[0].title == "Division by zero"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"line": 3}, "there is no line 3 in src/mean.py: it has lines 1 to 2"),
        ({"line": 0}, "there is no line 0 in src/mean.py: it has lines 1 to 2"),
        ({"end_line": 1}, "end_line 1 is out of range: it must be between 2 and 2, the last line"),
        ({"end_line": 9}, "end_line 9 is out of range: it must be between 2 and 2, the last line"),
        ({"path": "empty.py", "line": 1}, "empty.py is empty, so there is no line to report"),
        ({"path": "src/maen.py"}, "did you mean 'src/mean.py'?"),
        ({"path": "../mean.py"}, "outside the workspace"),
        ({"path": "src"}, "is a folder"),
        ({"path": "bin"}, "binary"),
        ({"title": " "}, "title is empty: say in one line what is wrong"),
        ({"severity": "fatal"}, "severity: Input should be 'error', 'warning' or 'info'"),
        ({"column": 3}, "column: Extra inputs are not permitted"),
    ],
)
def test_what_cannot_be_reported_is_refused_with_the_reason(
    changes: dict[str, Any], error: str
) -> None:
    rig = rig_of()
    result = rig.call("report_finding", arguments(**changes))
    assert error in (result.error or "")
    assert reported(rig) == []


def test_the_schema_is_small() -> None:
    schema = ReportFinding().get_schema()
    assert len(json.dumps(schema, separators=(",", ":"))) < 800
    assert schema["function"]["parameters"]["required"] == [
        "path", "line", "severity", "title", "detail",
    ]  # fmt: skip
