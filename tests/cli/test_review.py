"""A review at the command line."""

import json

from tests.cli.talk import replayed, talk
from tests.support.command import Project
from tests.support.provider_server import Call, Reply

REPORT = {
    "path": "a.txt",
    "line": 1,
    "severity": "warning",
    "title": "Not beta",
    "detail": "It says alpha.",
    "suggestion": "Say beta.",
}
REVIEW = [
    Reply(calls=[Call("report_finding", json.dumps(REPORT), "call_1")]),
    Reply("One finding."),
]


def test_the_document_of_a_review_lists_its_findings(project: Project) -> None:
    talked = talk(project, REVIEW, "--agent", "review", "--json")
    assert talked.code == 0
    [finding] = talked.document["findings"]
    assert len(finding.pop("finding_id")) == 12
    assert finding == {**REPORT, "end_line": 1, "category": "bug"}
    [journal] = project.journals
    assert replayed(journal) == talked.document
    assert "report_finding" in talked.tools()
    assert talked.results() == ["reported warning at a.txt:1: alpha"]


def test_people_see_findings_with_place_and_severity(project: Project) -> None:
    stderr = talk(project, REVIEW, "--agent", "review").stderr
    assert "[1] report_finding a.txt:1\n" in stderr
    assert "    a.txt:1: warning: Not beta\n" in stderr
    assert "0 files changed · 1 finding · " in stderr


def test_the_build_agent_is_not_offered_the_tool(project: Project) -> None:
    talked = talk(project, REVIEW, "--mode", "yolo", "--json")
    assert "report_finding" not in talked.tools()
    assert talked.document["findings"] == []
    assert "there is no tool 'report_finding'" in talked.results()[0]
