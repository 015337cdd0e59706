"""What a person sees of a workflow: a projection of its events."""

from architect.cli.printer import Printer, Style
from architect.domain.escape_controls import escape_controls
from architect.domain.outcome import Status
from architect.domain.text.counted import counted
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
from architect.services.cost_line import cost_line

_MOST_TITLE = 60
_ENDS: dict[Status, Style] = {
    Status.SUCCESS: "good",
    Status.PARTIAL: "warning",
    Status.FAILED: "bad",
}


class WorkflowLines:
    """Prints a line for what happens to the workflow and to each of its units."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def show(self, event: WorkflowEvent, state: WorkflowState) -> None:
        """Take an event and the state behind it."""
        match event:
            case WorkflowStarted():
                self._line(f"{event.kind} {event.workflow_id}: {event.title}", "title")
            case UnitStarted():
                unit = state.units[event.unit_id].unit
                again = f" again (attempt {event.attempt})" if event.attempt > 1 else ""
                model = f" with {unit.model}" if unit.model else ""
                told = (f"{event.unit_id}: started{again}{model}", _first_line(unit.task))
                self._line(": ".join(filter(None, told)))  # a merge has no task
            case UnitFinished():
                self._finished(state.units[event.unit_id])
            case UnitLost():
                told = "; ".join(filter(None, (event.reason, event.note)))
                self._line(f"{event.unit_id}: lost: {told}", "warning")
            case UnitUndone():
                note = f"; {event.note}" if event.note else ""
                self._line(f"{event.unit_id}: undone{note}", "warning" if note else "plain")
            case UnitSkipped():
                self._line(f"{event.unit_id}: skipped: {event.reason}", "warning")
            case ApprovalAnswered():
                how = "approved" if event.approved else "not approved"
                self._line(f"{event.approval}: {how}")
            case BranchMade():
                self._line(f"{event.unit_id}: committed on the branch {event.branch}")
            case BranchesMerged():
                self._merged(event)
            case WorkflowPaused():
                self._paused(event, state)
            case WorkflowFinished():
                self._line(f"{event.status}: {event.reason}", _ENDS[event.status])
                self._line(f"costs: {cost_line(state.spending)}", "dim")
            case _:
                pass

    def _finished(self, unit: UnitState) -> None:
        result = unit.result
        assert result is not None
        parts = [
            result.shortcoming or "done",
            counted(result.steps, "step"),
            counted(len(result.files), "changed file"),
            f"{result.duration_s:.1f} s",
            cost_line(unit.spending),
        ]
        self._line(
            f"{unit.unit.unit_id}: {', '.join(parts)}", "good" if result.is_success else "bad"
        )
        for check in result.checks:
            how = "passed" if check.passed else "failed"
            self._line(f"  check {how}: {check.command}", "plain" if check.passed else "warning")

    def _merged(self, event: BranchesMerged) -> None:
        self._line(f"{event.unit_id}: merged {', '.join(event.merged) or 'nothing'}")
        for each in event.conflicts:
            files = ", ".join(each.files)
            self._line(f"  conflict of {each.unit_id} in {files}", "warning")

    def _paused(self, event: WorkflowPaused, state: WorkflowState) -> None:
        assert state.started is not None
        self._line(f"stopped: {event.reason}", "warning")
        command = f"architect resume {state.started.workflow_id}"
        if event.waiting_for:
            self._line(f"{command} --approve approves and continues it")
        else:
            self._line(f"{command} continues it")

    def _line(self, text: str, style: Style = "plain") -> None:
        self._printer.line(escape_controls(text), style)


def _first_line(text: str) -> str:
    first = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return first if len(first) <= _MOST_TITLE else first[: _MOST_TITLE - 3] + "..."
