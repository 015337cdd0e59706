"""What a person at a terminal sees of a workflow."""

from architect.app.workflows.event_lines import lines_of
from architect.cli.printer import Printer
from architect.domain.escape_controls import escape_controls
from architect.domain.workflows.events import WorkflowEvent
from architect.domain.workflows.state import WorkflowState


class WorkflowLines:
    """Prints lines for what happens to the workflow and to each of its units."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def show(self, event: WorkflowEvent, state: WorkflowState) -> None:
        """Take an event and the state behind it."""
        for line in lines_of(event, state):
            self._printer.line(escape_controls(line.text), line.style)
