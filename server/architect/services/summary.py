"""A run as one JSON document: a projection of its state."""

from typing import Any

from architect.domain.findings import Finding
from architect.domain.ids import SessionId
from architect.domain.state import AgentState, Spending


def run_summary(state: AgentState, session_id: SessionId | None) -> dict[str, Any]:
    """The document that `architect run --json` prints.

    `total_cost_usd` is null when the price of some reply is unknown, `passed` of a gate when it was
    not run.
    """
    started = state.started
    return {
        "status": state.status or "failed",
        "stop_reason": state.stop_reason,
        "output": state.output,
        "error": (
            {"kind": state.error.kind, "message": state.error.message} if state.error else None
        ),
        "steps": state.step,
        "tools_used": [
            {"name": use.name, "success": use.success}
            | ({"path": use.path} if use.path is not None else {})
            | ({"error": use.error} if use.error is not None else {})
            for use in state.tools_used
        ],
        "duration_seconds": state.duration_s,
        "model": started.model if started else None,
        "costs": _costs(state.spending)
        | {
            "by_source": {
                source: _costs(spending) for source, spending in state.spending.by_source.items()
            }
        },
        "session_id": session_id,
        "files_modified": list(state.files_modified),
        "denied": [
            {"tool": denial.name, "summary": denial.summary, "by": denial.by}
            | {"reason": denial.reason}
            for denial in state.denials
        ],
        "hook_failures": [
            {"event": failure.event, "name": failure.name, "problem": failure.problem}
            for failure in state.hook_failures
        ],
        "planned": [
            {"step": action.step, "tool": action.tool, "summary": action.summary}
            for action in state.planned
        ],
        "redactions": [
            {"rule": each.rule, "fingerprint": each.fingerprint, "where": each.where}
            | {"count": each.count}
            for each in state.redactions
        ],
        "tainted_by": list(state.taints),
        "gates": [
            {"name": gate.name, "passed": gate.passed, "exit_code": gate.exit_code}
            | {"required": gate.required}
            for gate in state.gates
        ],
        "findings": [_finding(finding) for finding in state.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "finding_id": finding.finding_id,
        "path": finding.path,
        "line": finding.line,
        "end_line": finding.end_line,
        "severity": finding.severity,
        "title": finding.title,
        "detail": finding.detail,
        "suggestion": finding.suggestion,
    }


def _costs(spending: Spending) -> dict[str, Any]:
    usage = spending.usage
    return {
        "total_input_tokens": usage.input_tokens,
        "total_output_tokens": usage.output_tokens,
        "total_cached_tokens": usage.cached_tokens,
        "total_tokens": usage.total_tokens,
        "estimated": usage.estimated,
        "total_cost_usd": None if spending.unpriced_calls else round(spending.cost_usd, 6),
    }
