"""What a person sees of the units on their files: each as a run, told apart where several go on."""

from collections.abc import Callable, Collection

from architect.cli.human_log import HumanLog
from architect.cli.human_log_options import HumanLogOptions
from architect.cli.printer import Printer, Style
from architect.domain.ids import RunId, SessionId, UnitId, session_of
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunFinished
from architect.domain.workflows.events import UnitStarted, WorkflowEvent
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Place


class UnitLogs:
    """An event sink. A unit that was ever beside another has its name before its lines.

    `asked` are the titles of the questions that were shown on `printer` so far.
    """

    def __init__(
        self, printer: Printer, options: HumanLogOptions, *, asked: Collection[str] = ()
    ) -> None:
        self._lines = _SharedLines(printer)
        self._options = options
        self._asked = asked
        self._units: dict[SessionId, UnitId] = {}
        self._logs: dict[RunId, HumanLog] = {}
        self._beside: set[UnitId] = set()
        self.printer: Printer = _UnitPrinter(self._lines, "", lambda: False)
        """For lines that belong to no unit."""

    def take(self, event: WorkflowEvent, state: WorkflowState) -> None:
        """Learn which units go on; `state` is that behind the event."""
        if isinstance(event, UnitStarted):
            self._units[event.session_id] = event.unit_id
            self._beside.discard(event.unit_id)
        units = (each.unit for each in state.running.values())
        here = {unit.unit_id for unit in units if unit.place is Place.WORKSPACE}
        if len(here) > 1:
            self._beside |= here

    def show(self, record: Record) -> None:
        log = self._logs.get(record.run_id)
        if log is None:
            name = self._units.get(session_of(record.run_id), UnitId(record.run_id))
            printer = _UnitPrinter(self._lines, f"{name} | ", lambda: name in self._beside)
            log = self._logs[record.run_id] = HumanLog(printer, self._options, asked=self._asked)
        log.show(record)
        if isinstance(record.event, RunFinished):
            del self._logs[record.run_id]


class _SharedLines:
    """The printer of several, and who of them has begun a line on it."""

    def __init__(self, out: Printer) -> None:
        self.out = out
        self._open: _UnitPrinter | None = None

    def begin(self, who: "_UnitPrinter") -> None:
        """Let `who` print; the line that another one has begun ends."""
        if self._open not in (None, who):
            self.out.piece("\n")
            self._open = None

    def left(self, who: "_UnitPrinter", *, open_line: bool) -> None:
        self._open = who if open_line else None


class _UnitPrinter:
    """See `Printer`: that of one unit. If it `is_beside` others it prints whole lines only."""

    def __init__(self, lines: _SharedLines, label: str, is_beside: Callable[[], bool]) -> None:
        self._lines = lines
        self._label = label
        self._is_beside = is_beside
        self._begun = ""
        self._begun_in: Style = "plain"

    def line(self, text: str, style: Style = "plain") -> None:
        if self._end_begun() and not text:
            return
        self._lines.begin(self)
        self._lines.out.line(self._labelled(text), style)
        self._lines.left(self, open_line=False)

    def prose(self, text: str, style: Style = "plain") -> None:
        if self._is_beside():
            self.line(text, style)
            return
        self._end_begun()
        self._lines.begin(self)
        self._lines.out.prose(text, style)
        self._lines.left(self, open_line=False)

    def code(self, text: str, style: Style = "plain", *, column: int) -> None:
        self._end_begun()
        self._lines.begin(self)
        labelled = self._labelled(text)
        column += len(labelled) - len(text)
        self._lines.out.code(labelled, style, column=column)
        self._lines.left(self, open_line=False)

    def piece(self, text: str, style: Style = "plain") -> None:
        if self._is_beside():
            whole, newline, rest = (self._begun + text).rpartition("\n")
            self._begun, self._begun_in = "", style
            if newline:
                self.line(whole, style)
            self._begun = rest
            return
        text, self._begun = self._begun + text, ""
        self._lines.begin(self)
        self._lines.out.piece(text, style)
        self._lines.left(self, open_line=not text.endswith("\n"))

    def thinking(self, text: str) -> None:
        self._lines.out.thinking(self._labelled(text))

    def waiting(self, text: str, seconds: float) -> None:
        self._lines.out.waiting(self._labelled(text), seconds)

    def close(self) -> None:
        """The printer is that of others, too."""

    def _end_begun(self) -> bool:
        """Print what was begun, if anything was."""
        begun, self._begun = self._begun, ""
        if begun:
            self.line(begun, self._begun_in)
        return bool(begun)

    def _labelled(self, text: str) -> str:
        if not self._is_beside():
            return text
        return "\n".join(f"{self._label}{line}".rstrip() for line in text.split("\n"))
