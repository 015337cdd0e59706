"""Reports as JSON."""

import json
from dataclasses import asdict
from typing import Any

from architect.app.reports.report import Moment, Report, RunReport
from architect.services.summary import costs_summary, findings_summary, health_summary

SCHEMA_VERSION = 1
"""Of the document's format; fields are only added within a version."""


def as_json(report: Report) -> str:
    """The report as one JSON document with everything in it."""
    return json.dumps(document_of(report), indent=2, ensure_ascii=False) + "\n"


def document_of(report: Report) -> dict[str, Any]:
    evaluation = report.evaluation
    return {
        "schema_version": SCHEMA_VERSION,
        "session_id": report.session_id,
        "workspace": report.workspace,
        "status": report.status,
        "output": report.output,
        "duration_seconds": round(report.duration_s, 3),
        "steps": report.steps,
        "models": list(report.models),
        "costs": costs_summary(report.spending),
        "runs": list(map(_run, report.runs)),
        "files": [asdict(each) for each in report.files],
        "patch": report.patch,
        "checks": [asdict(each) for each in report.checks],
        **findings_summary(report.findings),
        "quiet_findings": report.quiet_findings,
        "coverage": [asdict(each) for each in report.coverage],
        "denied": [asdict(each) for each in report.denials],
        "hook_failures": [asdict(each) for each in report.hook_failures],
        "evaluation": None if evaluation is None else asdict(evaluation),
        "standings": None if report.standings is None else dict(report.standings),
        "tables": [asdict(each) for each in report.tables],
        "health": health_summary(report.health),
        "health_problems": [asdict(each) for each in report.health_problems],
        "plan": [asdict(each) for each in report.plan],
        "questions": [asdict(each) for each in report.questions],
        "tainted_by": list(report.taints),
        "redactions": report.redactions,
        "context_percent": report.context_percent,
        "compactions": report.compactions,
        "changes_not_recorded": list(report.not_recorded),
        "timeline": list(map(_moment, report.timeline)),
        "left_out": dict(report.left_out),
    }


def _run(run: RunReport) -> dict[str, Any]:
    return asdict(run) | {"started_at": run.started_at.isoformat(timespec="milliseconds")}


def _moment(moment: Moment) -> dict[str, Any]:
    found = asdict(moment) | {"at": moment.at.isoformat(timespec="milliseconds")}
    del found["is_said"]
    return found
