"""The health of code in reports."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from architect.app.health import HealthLook
from architect.app.reports.read import in_repository
from architect.app.reports.report import Report
from architect.domain.health.measures import Health, Totals
from architect.domain.health.problems import problems_by_file, problems_in
from architect.domain.journal.check_events import HealthMeasured
from architect.l10n import english

SCHEMA_VERSION = 1
"""Of the document's format; fields are only added within a version."""


def health_report(look: HealthLook, root: Path, *, is_gate: bool) -> Report:
    """A report about the health of a workspace and nothing else."""
    totals = look.now.totals
    before = look.before and look.before.totals
    worse, better = look.changes.worse, look.changes.better
    return Report(
        title=english("Health of the code"),
        workspace=str(root),
        in_repository=in_repository(root),
        health=HealthMeasured(
            step=0,
            before=before,
            after=totals,
            worse=worse,
            worse_count=len(worse),
            better=better,
            better_count=len(better),
            not_measured=look.now.not_measured,
            not_measured_count=len(look.now.not_measured),
            is_gate=is_gate,
        ),
        health_problems=problems_in(look.now) if look.before is None else (),
    )


def document_of(look: HealthLook) -> Mapping[str, Any]:
    """What `architect health --json` prints; `before`, `worse` and `better` need a base."""
    before = look.before
    return {
        "schema_version": SCHEMA_VERSION,
        "base": look.commit or None,
        "totals": _totals(look.now.totals),
        "before": None if before is None else _totals(before.totals),
        "worse": None if before is None else [asdict(one) for one in look.changes.worse],
        "better": None if before is None else [asdict(one) for one in look.changes.better],
        "problems": [_problem(one) for one in map(asdict, problems_in(look.now))],
        "files": _files(look.now),
        "not_measured": [asdict(one) for one in look.now.not_measured],
        "other_endings": dict(look.other_endings),
    }


def _problem(problem: dict[str, Any]) -> dict[str, Any]:
    """A problem as a change that has not happened has only one value."""
    named = {name: value for name, value in problem.items() if name not in ("before", "after")}
    return named | {"value": problem["after"]}


def _totals(totals: Totals) -> dict[str, int]:
    return asdict(totals) | {"problems": totals.problems}


def _files(health: Health) -> list[dict[str, Any]]:
    kinds = problems_by_file(health)
    return [
        {
            "path": file.path,
            "lines": file.lines,
            "functions": len(file.functions),
            "highest_complexity": max((one.complexity for one in file.functions), default=0),
            "longest_function": max((one.lines for one in file.functions), default=0),
            "long": kinds[file.path]["long"] if file.path in kinds else 0,
            "complex": kinds[file.path]["complex"] if file.path in kinds else 0,
            "duplicates": kinds[file.path]["duplicate"] if file.path in kinds else 0,
        }
        for file in health.files
    ]
