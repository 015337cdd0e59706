"""Workflows as the JSON of the protocol."""

from contextlib import suppress
from pathlib import Path

from architect.app.workflows.evaluation_result import evaluation_of
from architect.app.workflows.listing import KnownWorkflow, ListedWorkflow, WorkflowStatus
from architect.app.workflows.overview import Overview, overview_of
from architect.domain.errors import UserError
from architect.domain.ids import begun_at, run_id_of
from architect.domain.journal.state import Spending
from architect.domain.workflows.state import Phase, UnitState, WorkflowState
from architect.lsp.protocol.evaluation_json import evaluation_info
from architect.lsp.protocol.to_json import plain
from architect.lsp.protocol.workflow_results import (
    UnitInfo,
    WorkflowInfo,
)

_MOST_TASK = 300


def workflow_json(state: WorkflowState, *, goes_on: bool, problem: str = "") -> WorkflowInfo:
    """A workflow without its units; `goes_on` says whether somebody works on it."""
    return _overview_json(overview_of(state), goes_on=goes_on, problem=problem)


def listed_json(listed: ListedWorkflow, root: Path) -> WorkflowInfo:
    """A workflow as lists show it."""
    if listed.overview is None:
        return _corrupt_json(listed.workflow_id, root, listed.problem)
    return _overview_json(listed.overview, goes_on=listed.status == "running")


def _overview_json(overview: Overview, *, goes_on: bool, problem: str = "") -> WorkflowInfo:
    running: WorkflowStatus = "running" if goes_on else "paused"
    counts = overview.counts
    return {
        "workflowId": overview.workflow_id,
        "kind": overview.kind,
        "title": plain(overview.title),
        "root": overview.workspace,
        "status": overview.status.value if overview.status else running,
        "reason": plain(problem or overview.reason),
        "startedAt": plain(begun_at(overview.workflow_id)),
        "durationSeconds": overview.duration_s,
        "workers": overview.limits.workers,
        "budgetUsd": overview.limits.budget_usd,
        "cost": _cost(overview.spending),
        "inputTokens": overview.usage.input_tokens,
        "outputTokens": overview.usage.output_tokens,
        "counts": {
            "waiting": counts.waiting,
            "running": counts.running,
            "succeeded": counts.succeeded,
            "failed": counts.failed,
            "skipped": counts.skipped,
        },
        "waitingFor": [
            {
                "approval": plain(each.approval),
                "text": plain(each.text),
                "unitIds": list(each.units),
            }
            for each in overview.awaited
        ],
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
        return _corrupt_json(known.workflow_id, root, known.problem)
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


def _beginning(task: str) -> str:
    text = " ".join(task.split())
    return text if len(text) <= _MOST_TASK else f"{text[: _MOST_TASK - 3]}..."


def _cost(spending: Spending) -> float | None:
    return None if spending.unpriced_calls else spending.cost_usd


def _corrupt_json(workflow_id: str, root: Path, problem: str) -> WorkflowInfo:
    info = _CORRUPT.copy()
    info["workflowId"], info["root"], info["reason"] = workflow_id, str(root), plain(problem)
    return info


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
