"""A workflow as one JSON document: a projection of its state."""

from typing import Any

from architect.app.workflows.evaluation_result import evaluation_json, evaluation_of
from architect.domain.workflows.state import Phase, UnitState, WorkflowState
from architect.domain.workflows.unit import CheckResult
from architect.services.summary import costs_summary


def workflow_summary(state: WorkflowState) -> dict[str, Any]:
    """What `--json` promises of a workflow; `status` is None while it is not over."""
    started, finished = state.started, state.finished
    assert started is not None
    evaluation = evaluation_of(state)
    return {
        "workflow_id": started.workflow_id,
        "kind": started.kind,
        "title": started.title,
        "status": finished.status if finished else None,
        "reason": finished.reason if finished else state.paused and state.paused.reason,
        "waiting_for": list(state.paused.waiting_for) if state.paused else [],
        "duration_seconds": finished.duration_s if finished else None,
        "costs": costs_summary(state.spending),
        **({"evaluation": evaluation_json(evaluation)} if evaluation else {}),
        "units": [_unit(each) for each in state.units.values()],
    }


def _unit(state: UnitState) -> dict[str, Any]:
    result, unit = state.result, state.unit
    return {
        "id": unit.unit_id,
        "phase": state.phase,
        "status": result.status if result and state.phase is Phase.DONE else None,
        "success": state.is_success,
        "reason": state.shortcoming,
        "agent": unit.agent,
        "model": unit.model,
        "attempts": state.attempts,
        "sessions": list(state.sessions),
        "steps": result.steps if result else 0,
        "duration_seconds": result.duration_s if result else 0.0,
        "cost_usd": None if state.spending.unpriced_calls else state.spending.cost_usd,
        "checks": [_check(check) for check in result.checks] if result else [],
        "files": list(result.files) if result else [],
        "denied": list(result.denied) if result else [],
        "branch": state.branch or None,
        "output": result.output if result else "",
    }


def _check(check: CheckResult) -> dict[str, Any]:
    return {
        "command": check.command,
        "passed": check.passed,
        "exit_code": check.exit_code,
        "duration_seconds": check.duration_s,
        "output": check.output,
    }
