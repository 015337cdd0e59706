"""What a person sees of the calls of a run, beside the questions about them."""

from collections.abc import Collection, Iterator
from typing import Protocol

from architect.cli.changed_files import ChangedFiles
from architect.cli.diff_lines import diff_lines
from architect.cli.printer import Style
from architect.cli.result_lines import failure_lines, success_line
from architect.domain.background import how_it_ended
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.ids import CallId, RunId
from architect.domain.journal.background_events import BackgroundEnded, BackgroundStarted
from architect.domain.journal.call_events import ToolDecided, ToolFinished, ToolOutput
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.child_events import ChildCalled, ChildDenied, ChildStarted
from architect.domain.journal.state import AgentState
from architect.domain.journal.unanswered import NOT_BEGUN
from architect.domain.question_title import question_title
from architect.domain.verdict import DENIED
from architect.l10n import shown, shown_exactly, t

Line = tuple[str, Style]

CALL_MARGIN = "    "
"""Before what a call came to."""

_TASK_CHARS = 80
_MOST_LIVE_CHARS = 76
_MOST_TITLE_CHARS = 40
"""Of a call that runs, before the last line that it has printed."""


Meanwhile = ChildStarted | ChildCalled | BackgroundStarted | BackgroundEnded


class Calls(Protocol):
    """The lines for each event of a call."""

    def begun(self, event: ToolDecided, state: AgentState) -> Iterator[Line]: ...

    def running(self, event: ToolDecided) -> str: ...

    def meanwhile(self, event: Meanwhile) -> Iterator[Line]: ...

    def printing(self, event: ToolOutput) -> str: ...

    def denied(self, event: ToolDecided | ChildDenied, state: AgentState) -> tuple[str, bool]: ...

    def changed(self, event: FileChanged) -> Iterator[Line]: ...

    def finished(self, event: ToolFinished, state: AgentState) -> Iterator[Line]: ...


class CallLines:
    """The lines for each event of a call; what a question about it has shown is left out.

    `asked` are the titles of the questions that were shown so far.
    """

    def __init__(self, asked: Collection[str], *, diff_command: str = "architect diff") -> None:
        self._asked = asked
        self._changed = ChangedFiles(diff_command)
        self._seen: set[CallId] = set()
        """Calls whose diff was shown with the question whether to make it."""
        self._denied: set[CallId] = set()
        self._titles: dict[CallId, str] = {}

    def begun(self, event: ToolDecided, state: AgentState) -> Iterator[Line]:
        """What is done, unless the question whether to do it has just said so."""
        if event.by.startswith("user") and _question(event) in self._asked:
            self._seen.add(event.call_id)
            if how := event.by.removeprefix("user").lstrip(",; "):
                yield t("    allowed {how}", how=shown(how)), "dim"
            return
        yield f"[{state.step}] {call_title(event)}", "plain"

    def running(self, event: ToolDecided) -> str:
        """What goes on while the call runs and has not printed anything."""
        was_asked = _question(event) in self._asked
        title = event.name if was_asked else escape_controls(in_one_line(call_title(event)))
        self._titles[event.call_id] = title[:_MOST_TITLE_CHARS]
        return title[:_MOST_LIVE_CHARS]

    def meanwhile(self, event: Meanwhile) -> Iterator[Line]:
        """What a run does that a call opened, or a command that a call left in the background."""
        child = None if isinstance(event, ChildStarted) else event.child_id
        whose = "" if child is None else f"{_number(child)} | "
        yield f"    {whose}{_meanwhile(event)}", "dim"

    def printing(self, event: ToolOutput) -> str:
        """The call, and the last line of what it prints while it runs."""
        title = self._titles.get(event.call_id, "")
        line = f"{title} · {printed_line(event)}" if title else printed_line(event)
        return line[:_MOST_LIVE_CHARS]

    def denied(self, event: ToolDecided | ChildDenied, state: AgentState) -> tuple[str, bool]:
        """The line for a call that is not made, and whether its reader has just said no himself."""
        if isinstance(event, ToolDecided):
            self._denied.add(event.call_id)
        if _question(event) in self._asked and DENIED in event.reason:
            return f"    {_which(event.name, state)}{t('denied')}", True
        return t(
            "denied {call}: {reason}",
            call=in_one_line(call_title(event)),
            reason=shown(event.reason),
        ), False

    def changed(self, event: FileChanged) -> Iterator[Line]:
        """What the call changed in one file."""
        if event.by_command:
            if line := self._changed.line(event):
                yield f"    {line}", "dim"
        elif event.call_id not in self._seen:
            for line, style in diff_lines(event.diff):
                yield f"{CALL_MARGIN}{line}", style

    def finished(self, event: ToolFinished, state: AgentState) -> Iterator[Line]:
        """How the call ended."""
        yield from self.unlisted(event.call_id)
        if event.success:
            yield f"    {_which(event.name, state)}{success_line(event)}", "dim"
        elif event.error == NOT_BEGUN:
            yield f"    {in_one_line(event.name)}: {shown(NOT_BEGUN)}", "dim"
        elif event.call_id not in self._denied:
            error, detail = failure_lines(event)
            yield f"    {error}", "bad"
            for line in detail:
                yield f"    | {line}", "output"

    def was_shown(self, call_id: CallId) -> bool:
        """Whether the question about the call has shown what it does."""
        return call_id in self._seen

    def unlisted(self, call_id: CallId) -> Iterator[Line]:
        """How many of the files that the call changed have no line."""
        if more := self._changed.rest(call_id):
            yield f"    {more}", "dim"


def _which(name: str, state: AgentState) -> str:
    """Which of several calls a line is about: side by side, results do not follow them."""
    return f"{name} " if len(state.steps[-1].reply.calls) > 1 else ""


def _meanwhile(event: Meanwhile) -> str:
    match event:
        case ChildStarted():
            return t(
                "{agent} {number} begins: {task}",
                agent=event.agent,
                number=_number(event.child_id),
                task=_beginning(event.task),
            )
        case ChildCalled():
            return call_title(event)
        case BackgroundStarted():
            return t("{handle} goes on in the background", handle=event.handle)
        case BackgroundEnded(by="run"):
            return t(
                "{handle} ended with the run: {command}",
                handle=event.handle,
                command=in_one_line(event.command),
            )
        case _:
            return f"{event.handle} {shown(how_it_ended(event.by, event.exit_code))}"


def _number(child: RunId) -> str:
    return child.rpartition(".")[2]


def _beginning(task: str) -> str:
    line = in_one_line(" ".join(task.split()))
    return line if len(line) <= _TASK_CHARS else f"{line[: _TASK_CHARS - 3]}..."


def call_title(event: ToolDecided | ChildDenied | ChildCalled) -> str:
    """The call by its tool: `run_command pytest -q`."""
    return f"{event.name} {shown_exactly(event.summary)}".strip()


def printed_line(event: ToolOutput) -> str:
    """The last line of what a call prints."""
    line = event.text.strip().replace("\r", "\n").rpartition("\n")[2]
    return escape_controls(line)[:_MOST_LIVE_CHARS]


def _question(event: ToolDecided | ChildDenied) -> str:
    return question_title(event.name, event.summary)
