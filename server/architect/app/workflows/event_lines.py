"""What a person is told of a workflow: a projection of its events."""

from collections.abc import Iterator
from typing import Literal

from architect.domain.outcome import Status
from architect.domain.text.counted import counted
from architect.domain.text.duration import read_duration
from architect.domain.workflows.events import (
    ApprovalAnswered,
    BranchesMerged,
    BranchMade,
    UnitFinished,
    UnitLost,
    UnitSkipped,
    UnitStarted,
    UnitUndone,
    WorkflowEvent,
    WorkflowFinished,
    WorkflowPaused,
    WorkflowStarted,
)
from architect.domain.workflows.state import UnitState, WorkflowState
from architect.domain.workflows.unit import Unit
from architect.frozen import frozen
from architect.l10n import shown, t
from architect.services.cost_line import cost_line

_MOST_TITLE = 60
LineStyle = Literal["plain", "title", "good", "warning", "bad", "dim"]

_ENDS: dict[Status, LineStyle] = {
    Status.SUCCESS: "good",
    Status.PARTIAL: "warning",
    Status.FAILED: "bad",
}


@frozen
class EventLine:
    text: str
    style: LineStyle = "plain"


def lines_of(event: WorkflowEvent, state: WorkflowState) -> Iterator[EventLine]:
    """Lines for what happens to the workflow and to each of its units; `state` is behind it."""
    match event:
        case WorkflowStarted():
            yield EventLine(f"{event.kind} {event.workflow_id}: {event.title}", "title")
        case ApprovalAnswered():
            how = t("approved") if event.approved else t("not approved")
            yield EventLine(f"{event.approval}: {how}")
        case WorkflowPaused():
            yield from _paused(event, state)
        case WorkflowFinished():
            yield EventLine(f"{shown(event.status)}: {shown(event.reason)}", _ENDS[event.status])
            yield EventLine(t("costs: {cost}", cost=shown(cost_line(state.spending))), "dim")
        case _:
            yield from _of_unit(event, state)


def _of_unit(event: WorkflowEvent, state: WorkflowState) -> Iterator[EventLine]:
    match event:
        case UnitStarted():
            unit = state.units[event.unit_id].unit
            told = (_started(event, unit), _first_line(unit.task))
            yield EventLine(": ".join(filter(None, told)))  # a merge has no task
        case UnitFinished():
            yield from _finished(state.units[event.unit_id])
        case UnitLost(unit_id=unit_id):
            told = "; ".join(map(shown, filter(None, (event.reason, event.note))))
            yield EventLine(t("{unit_id}: lost: {reason}", unit_id=unit_id, reason=told), "warning")
        case UnitUndone():
            undone = t("{unit_id}: undone", unit_id=event.unit_id)
            note = f"; {shown(event.note)}" if event.note else ""
            yield EventLine(f"{undone}{note}", "warning" if note else "plain")
        case UnitSkipped(unit_id=unit_id):
            reason = shown(event.reason)
            text = t("{unit_id}: skipped: {reason}", unit_id=unit_id, reason=reason)
            yield EventLine(text, "warning")
        case BranchMade(unit_id=unit_id, branch=branch):
            text = t("{unit_id}: committed on the branch {branch}", unit_id=unit_id, branch=branch)
            yield EventLine(text)
        case BranchesMerged():
            yield from _merged(event)
        case _:
            pass


def _finished(unit: UnitState) -> Iterator[EventLine]:
    result = unit.result
    assert result is not None
    parts = [
        shown(result.shortcoming or "") or t("done"),
        shown(counted(result.steps, "step")),
        shown(counted(len(result.files), "changed file")),
        shown(read_duration(result.duration_s)),
        shown(cost_line(unit.spending)),
    ]
    style: LineStyle = "good" if result.is_success else "bad"
    yield EventLine(f"{unit.unit.unit_id}: {', '.join(parts)}", style)
    for check in result.checks:
        if check.passed:
            yield EventLine(t("  check passed: {command}", command=check.command))
        else:
            yield EventLine(t("  check failed: {command}", command=check.command), "warning")


def _merged(event: BranchesMerged) -> Iterator[EventLine]:
    merged = ", ".join(event.merged) or t("nothing")
    yield EventLine(t("{unit_id}: merged {merged}", unit_id=event.unit_id, merged=merged))
    for each in event.conflicts:
        files = ", ".join(each.files)
        text = t("  conflict of {unit_id} in {files}", unit_id=each.unit_id, files=files)
        yield EventLine(text, "warning")


def _paused(event: WorkflowPaused, state: WorkflowState) -> Iterator[EventLine]:
    assert state.started is not None
    yield EventLine(t("stopped: {reason}", reason=shown(event.reason)), "warning")
    command = f"architect resume {state.started.workflow_id}"
    if event.waiting_for:
        yield EventLine(t("{command} --approve approves and continues it", command=command))
    else:
        yield EventLine(t("{command} continues it", command=command))


def _started(event: UnitStarted, unit: Unit) -> str:
    """That it begins, again if it was lost, and with which model if it has one of its own."""
    begun = t("{unit_id}: started", unit_id=event.unit_id)
    if event.attempt > 1:
        begun = t(
            "{unit_id}: started again (attempt {attempt})",
            unit_id=event.unit_id,
            attempt=event.attempt,
        )
    return f"{begun} {t('with {model}', model=unit.model)}" if unit.model else begun


def _first_line(text: str) -> str:
    first = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return first if len(first) <= _MOST_TITLE else first[: _MOST_TITLE - 3] + "..."
