"""A run as one JSON document: a projection of its state."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from architect.domain.findings import Finding
from architect.domain.ids import SessionId
from architect.domain.journal.change_events import ChangesNotRecorded
from architect.domain.journal.check_events import HealthMeasured
from architect.domain.journal.run_events import SecretRedacted
from architect.domain.journal.state import AgentState, Denial, Spending, ToolUse
from architect.domain.review_scope import FileCoverage


def run_summary(state: AgentState, session_id: SessionId | None) -> dict[str, Any]:
    """The document that `architect run --json` prints.

    `models` are those that replied, the last of which is `model`.
    `total_cost_usd` is null when the price of some reply is unknown, `passed` of a gate when it was
    not run.
    """
    return {
        "status": state.status or "failed",
        "stop_reason": state.stop_reason,
        "output": state.output,
        "error": (
            {"kind": state.error.kind, "message": state.error.message} if state.error else None
        ),
        "steps": state.step,
        "tools_used": list(map(_tool_use, state.tools_used)),
        "duration_seconds": state.duration_s,
        "model": state.model,
        "models": list(state.models),
        "costs": costs_summary(state.spending),
        "session_id": session_id,
        "files_modified": list(state.files_modified),
        "files_changed_by_commands": list(state.files_by_command),
        "changes_not_recorded": list(map(_not_recorded, state.not_recorded)),
        "denied": list(map(_denial, state.denials)),
        "hook_failures": [asdict(failure) for failure in state.hook_failures],
        "planned": [asdict(action) for action in state.planned],
        "redactions": list(map(_redaction, state.redactions)),
        "tainted_by": list(state.taints),
        "gates": [asdict(gate) for gate in state.gates],
        "evaluation": _evaluation(state),
        "health": health_summary(state.health),
        "findings": list(map(_finding, state.findings)),
        "coverage": list(map(_coverage, state.coverage)),
        "remembered": list(state.remembered),
        "questions": [{"question": each.question, "answer": each.answer} for each in state.asked],
        "plan": [{"step": each.step, "status": each.status} for each in state.plan],
    }


def costs_summary(spending: Spending) -> dict[str, Any]:
    """What was spent, also by what it was spent on."""
    sources = {source: _costs(each) for source, each in spending.by_source.items()}
    return _costs(spending) | {"by_source": sources}


def findings_summary(findings: Sequence[Finding]) -> dict[str, Any]:
    """The part of it that lists `findings`."""
    return {"findings": list(map(_finding, findings))}


def health_summary(health: HealthMeasured | None) -> dict[str, Any] | None:
    """What a run made of the health of the code; None if that was not measured."""
    if health is None:
        return None
    left_out = ("type", "step", "sent_back")
    found = {name: value for name, value in asdict(health).items() if name not in left_out}
    return found | {"failed": health.fails}


def _evaluation(state: AgentState) -> dict[str, Any] | None:
    """What the last look at the finished work came to; None if there was none."""
    if not state.evaluations:
        return None
    last = asdict(state.evaluations[-1])
    names = ("accepted", "completed", "confidence", "issues", "suggestion", "problem")
    return {name: last[name] for name in names} | {"rounds": len(state.evaluations)}


def _tool_use(use: ToolUse) -> dict[str, Any]:
    known = {"path": use.path, "error": use.error}
    return {"name": use.name, "success": use.success} | {
        key: value for key, value in known.items() if value is not None
    }


def _denial(denial: Denial) -> dict[str, Any]:
    return {
        "tool": denial.name,
        "summary": denial.summary,
        "by": denial.by,
        "reason": denial.reason,
    }


def _not_recorded(changes: ChangesNotRecorded) -> dict[str, Any]:
    return {"reason": changes.reason, "count": changes.count, "paths": list(changes.paths)}


def _redaction(redacted: SecretRedacted) -> dict[str, Any]:
    return {
        "rule": redacted.rule,
        "fingerprint": redacted.fingerprint,
        "where": redacted.where,
        "count": redacted.count,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "finding_id": finding.finding_id,
        "path": finding.path,
        "line": finding.line,
        "end_line": finding.end_line,
        "severity": finding.severity,
        "category": finding.category,
        "title": finding.title,
        "detail": finding.detail,
        "suggestion": finding.suggestion,
    }


def _coverage(places: FileCoverage) -> dict[str, Any]:
    return {
        "path": places.path,
        "lines": [list(lines) for lines in places.lines],
        "reviewed": not places.reason,
        "reason": places.reason or None,
    }


def _costs(spending: Spending) -> dict[str, Any]:
    usage = spending.usage
    return {
        "total_input_tokens": usage.input_tokens,
        "total_output_tokens": usage.output_tokens,
        "total_cached_tokens": usage.cached_tokens,
        "total_cache_write_tokens": usage.written_tokens,
        "total_reasoning_tokens": usage.reasoning_tokens,
        "total_tokens": usage.total_tokens,
        "estimated": usage.estimated,
        "total_cost_usd": None if spending.unpriced_calls else round(spending.cost_usd, 6),
    }
