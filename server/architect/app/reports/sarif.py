"""Findings in SARIF 2.1.0, as GitHub code scanning reads it.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html and
https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
"""

import json
from typing import Any
from urllib.parse import quote

import architect
from architect.app.reports.health_sarif import health_results, health_rules
from architect.app.reports.report import Report
from architect.domain.findings import Category, Finding, Severity
from architect.domain.outcome import RunError
from architect.domain.review_scope import shown_place

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
_RULES: dict[Category, str] = {
    "bug": "Code that does something else than it should.",
    "security": "Code that can be misused.",
    "performance": "Code that takes more time or memory than it needs.",
    "tests": "Behavior that no test covers, or tests that cannot fail.",
    "maintainability": "Code that is harder to change than it needs to be.",
    "documentation": "Texts that are missing, or say what is not so.",
}
MOST_RESULTS = 5_000
"""Of one run: GitHub shows no more of them."""

_FINGERPRINT = "architectFindingId/v1"


def as_sarif(report: Report) -> str:
    """The findings of the report; what was not reviewed is told as notifications of the tool."""
    return json.dumps(log_of(report), indent=2, ensure_ascii=False) + "\n"


def log_of(report: Report) -> dict[str, Any]:
    rules, has_health = list(_RULES), report.health is not None

    def file(path: str) -> dict[str, str]:
        return _file(path, report.in_repository)

    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "architect",
                "semanticVersion": architect.__version__,
                "rules": [*map(_rule, rules), *(health_rules() if has_health else ())],
            }
        },
        "automationDetails": {"id": f"architect/{'health' if report.title else 'review'}/"},
        "columnKind": "utf16CodeUnits",
        "results": [
            *(_result(each, rules, report.in_repository) for each in report.findings),
            *health_results(report, len(rules), file),
        ][:MOST_RESULTS],
        "invocations": [_invocation(report)],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(category: Category) -> dict[str, Any]:
    text = _RULES[category]
    rule: dict[str, Any] = {
        "id": category,
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": "`architect fix ID` has an agent fix a finding."},
        "properties": {"tags": [category], "precision": "medium"},
    }
    if category == "security":
        rule["properties"]["security-severity"] = "7.0"
    return rule


def _result(finding: Finding, rules: list[Category], folder: str) -> dict[str, Any]:
    said = (finding.title, finding.detail, finding.suggestion and f"Fix: {finding.suggestion}")
    return {
        "ruleId": finding.category,
        "ruleIndex": rules.index(finding.category),
        "level": _LEVELS[finding.severity],
        "message": {"text": "\n\n".join(filter(None, said))},
        "locations": [{"physicalLocation": _place(finding, folder)}],
        "partialFingerprints": {_FINGERPRINT: finding.finding_id},
        "properties": {"id": finding.finding_id},
    }


def _place(finding: Finding, folder: str) -> dict[str, Any]:
    return {
        "artifactLocation": _file(finding.path, folder),
        "region": {"startLine": finding.line, "endLine": finding.end_line},
    }


def _file(path: str, folder: str) -> dict[str, str]:
    """A file as code scanning wants it: relative to the root of the repository."""
    return {"uri": _uri(f"{folder}/{path}" if folder else path), "uriBaseId": "%SRCROOT%"}


def _uri(path: str) -> str:
    return quote(path.encode("utf-8", "replace"), safe="/-._~")


def _invocation(report: Report) -> dict[str, Any]:
    error = report.last.error if report.last else None
    notes = [
        _note(
            "warning",
            f"Not reviewed: {shown_place(each)}: {each.reason}",
            _file(each.path, report.in_repository),
        )
        for each in report.not_reviewed
    ]
    if error is not None:
        notes.append(_note("error", _message(error)))
    return {
        "executionSuccessful": report.status in ("success", "partial"),
        "toolExecutionNotifications": notes,
    }


def _message(error: RunError) -> str:
    return f"{error.kind}: {error.message}"


def _note(level: str, text: str, file: dict[str, str] | None = None) -> dict[str, Any]:
    note: dict[str, Any] = {"level": level, "message": {"text": text}}
    if file is not None:
        note["locations"] = [{"physicalLocation": {"artifactLocation": file}}]
    return note
