"""Findings for tests."""

from dataclasses import replace
from typing import Any

from architect.domain.findings import Finding, finding_id
from architect.domain.ids import FindingId, RunId

TEXT = "def mean(values):\n    total = sum(values)\n    return total / len(values)\n"

FINDING = Finding(
    finding_id=FindingId("0123456789ab"),
    path="src/mean.py",
    line=3,
    end_line=3,
    severity="error",
    title="Division by zero",
    detail="An empty list raises ZeroDivisionError.",
    suggestion="Return 0.0 for an empty list.",
    run_id=RunId("20260102-030405-abcdef.1"),
    line_text="    return total / len(values)",
)


def make_finding(**changes: Any) -> Finding:
    """`FINDING` with changes; its id follows from them."""
    finding = replace(FINDING, **{"end_line": changes.get("line", FINDING.end_line), **changes})
    own = finding_id(finding.path, finding.category, finding.line_text, ordinal=0)
    return replace(finding, finding_id=changes.get("finding_id", own))
