"""Workflows as the JSON of the protocol."""

from contextlib import suppress
from pathlib import Path

from architect.app.workflows.approval_lines import approval_lines
from architect.app.workflows.evaluation_result import evaluation_of
from architect.app.workflows.listing import KnownWorkflow, WorkflowStatus
from architect.domain.errors import UserError
from architect.domain.ids import begun_at, run_id_of
from architect.domain.journal.state import Spending
from architect.domain.workflows.state import Phase, UnitState, WorkflowState
from architect.lsp.protocol.evaluation_json import evaluation_info
from architect.lsp.protocol.to_json import plain
from architect.lsp.protocol.workflow_results import (
    AwaitedApproval,
    UnitCounts,
    UnitInfo,
    WorkflowInfo,
)

_MOST_TASK = 300


def workflow_json(state: WorkflowState, *, goes_on: bool, problem: str = "") -> WorkflowInfo:
    """A workflow without its units; `goes_on` says whether somebody works on it."""
    started, finished = state.started, state.finished
    assert started is not None
    status: WorkflowStatus = "running" if goes_on else "paused"
    reason = state.paused.reason if state.paused else ""
    if finished is not None:
        status, reason = finished.status.value, finished.reason
    begun = begun_at(started.workflow_id)
    return {
        "workflowId": started.workflow_id,
        "kind": started.kind,
        "title": plain(started.title),
        "root": started.workspace,
        "status": status,
        "reason": plain(problem or reason),
        "startedAt": plain(begun),
        "durationSeconds": finished.duration_s if finished else None,
        "workers": state.limits.workers,
        "budgetUsd": state.limits.budget_usd,
        "cost": _cost(state.spending),
        "inputTokens": state.spending.usage.input_tokens,
        "outputTokens": state.spending.usage.output_tokens,
        "counts": _counts(state),
        "waitingFor": [_approval(state, each) for each in state.awaited_approvals],
    }


def full_json(state: WorkflowState, *, goes_on: bool, problem: str = "") -> WorkflowInfo:
    """A workflow with its units, and with its standings if it is an evaluation."""
    info = workflow_json(state, goes_on=goes_on, problem=problem)
    info["units"] = units_json(state)
    with suppress(UserError):  # another version made it
        if (evaluation := evaluation_of(state)) is not None:
            info["evaluation"] = evaluation_info(evaluation)
    return info


def known_json(known: KnownWorkflow, root: Path, *, with_units: bool) -> WorkflowInfo:
    """A workflow as its journal tells; of a corrupt one hardly anything is known."""
    if known.state is None:
        info = _CORRUPT.copy()
        info["workflowId"], info["root"] = known.workflow_id, str(root)
        info["reason"] = plain(known.problem)
        return info
    goes_on = known.status == "running"
    if with_units:
        return full_json(known.state, goes_on=goes_on)
    return workflow_json(known.state, goes_on=goes_on)


def units_json(state: WorkflowState) -> list[UnitInfo]:
    return [unit_json(each) for each in state.units.values()]


def unit_json(state: UnitState) -> UnitInfo:
    unit, result = state.unit, state.result
    is_done = state.phase is Phase.DONE
    return {
        "unitId": unit.unit_id,
        "task": plain(_beginning(unit.task)),
        "agent": unit.agent,
        "model": unit.model,
        "place": unit.place.value,
        "needs": list(unit.needs),
        "phase": state.phase.value,
        "success": state.is_success if is_done else None,
        "reason": plain((result.shortcoming if result and is_done else "") or state.reason),
        "attempts": state.attempts,
        "runId": run_id_of(state.sessions[-1]) if state.sessions else None,
        "steps": result.steps if result else 0,
        "durationSeconds": result.duration_s if result else 0.0,
        "cost": _cost(state.spending),
        "checks": [
            {
                "command": check.command,
                "passed": check.passed,
                "exitCode": check.exit_code,
                "output": plain(check.output),
            }
            for check in (result.checks if result else ())
        ],
        "files": plain(result.files) if result else [],
        "branch": state.branch or None,
    }


def _approval(state: WorkflowState, approval: str) -> AwaitedApproval:
    units = state.waiting_for(approval)
    return {
        "approval": approval,
        "text": plain("\n".join(approval_lines(units))),
        "unitIds": [unit.unit_id for unit in units],
    }


def _beginning(task: str) -> str:
    text = " ".join(task.split())
    return text if len(text) <= _MOST_TASK else f"{text[: _MOST_TASK - 3]}..."


def _cost(spending: Spending) -> float | None:
    return None if spending.unpriced_calls else spending.cost_usd


def _counts(state: WorkflowState) -> UnitCounts:
    counts: UnitCounts = {"waiting": 0, "running": 0, "succeeded": 0, "failed": 0, "skipped": 0}
    for unit in state.units.values():
        match unit.phase:
            case Phase.DONE if unit.is_success:
                counts["succeeded"] += 1
            case Phase.DONE:
                counts["failed"] += 1
            case Phase.SKIPPED:
                counts["skipped"] += 1
            case Phase.RUNNING:
                counts["running"] += 1
            case Phase.WAITING:
                counts["waiting"] += 1
    return counts


_CORRUPT: WorkflowInfo = {
    "workflowId": "",
    "kind": "",
    "title": "",
    "root": "",
    "status": "corrupt",
    "reason": "",
    "startedAt": None,
    "durationSeconds": None,
    "workers": 0,
    "budgetUsd": None,
    "cost": None,
    "inputTokens": 0,
    "outputTokens": 0,
    "counts": {"waiting": 0, "running": 0, "succeeded": 0, "failed": 0, "skipped": 0},
    "waitingFor": [],
}
