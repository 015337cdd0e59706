"""The calls of a run in a conversation: one line for each, and the diffs of edits."""

from collections.abc import Collection, Iterator

from architect.cli.call_lines import (
    CALL_MARGIN,
    CallLines,
    Line,
    Meanwhile,
    call_title,
    printed_line,
)
from architect.cli.diff_lines import diff_lines
from architect.cli.result_lines import success_line
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolDecided, ToolFinished, ToolOutput
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.child_events import ChildDenied
from architect.domain.journal.state import AgentState
from architect.domain.journal.unanswered import NOT_BEGUN
from architect.l10n import shown

_MOST_DIFF_LINES = 40
_MOST_TITLE_CHARS = 40
"""Of a call that runs, before the last line that it has printed."""
_QUIET = frozenset({"update_plan"})
"""Tools whose effect is shown, so that the call itself says nothing more."""


class FoldedCalls:
    """The line of a call comes at its end, with what it came to; see `Calls`."""

    def __init__(self, asked: Collection[str], *, says_what_prints: bool) -> None:
        """`asked` is as for `CallLines`.

        With `says_what_prints` a line that a call prints has the title of the call before it.
        """
        self._lines = CallLines(asked, diff_command="/diff")
        self._says_what_prints = says_what_prints
        self._titles: dict[CallId, str] = {}
        self._changes: dict[CallId, list[Line]] = {}
        """What calls have changed whose own lines are still to come."""

    def begun(self, event: ToolDecided, state: AgentState) -> Iterator[Line]:
        self._titles[event.call_id] = in_one_line(call_title(event))
        said = list(self._lines.begun(event, state))
        yield from (line for line in said if self._lines.was_shown(event.call_id))

    def running(self, event: ToolDecided) -> str:
        return escape_controls(self._titles[event.call_id])

    def printing(self, event: ToolOutput) -> str:
        """The line of what runs comes at its end: until then it would not be seen what it is."""
        printed = printed_line(event)
        title = escape_controls(self._titles.get(event.call_id, ""))[:_MOST_TITLE_CHARS]
        return f"{title} · {printed}" if title and self._says_what_prints else printed

    def meanwhile(self, event: Meanwhile) -> Iterator[Line]:
        return self._lines.meanwhile(event)

    def denied(self, event: ToolDecided | ChildDenied, state: AgentState) -> tuple[str, bool]:
        return self._lines.denied(event, state)

    def changed(self, event: FileChanged) -> Iterator[Line]:
        if self._lines.was_shown(event.call_id):
            yield from self._lines.changed(event)
            return
        lines = self._changes.setdefault(event.call_id, [])
        if event.by_command:
            lines.extend(self._lines.changed(event))
        else:
            diff = diff_lines(event.diff, limit=_MOST_DIFF_LINES)
            lines.extend((f"{CALL_MARGIN}{line}", style) for line, style in diff)

    def finished(self, event: ToolFinished, state: AgentState) -> Iterator[Line]:
        """The line of the call, and what it changed below that."""
        more = list(self._lines.unlisted(event.call_id))
        yield from self._ending(event, state)
        yield from (*self._changes.pop(event.call_id, ()), *more)

    def _ending(self, event: ToolFinished, state: AgentState) -> Iterator[Line]:
        title = self._titles.pop(event.call_id, event.name)
        if event.success and event.name in _QUIET:
            return
        if event.success:
            yield f"  {title} · {success_line(event)}", "call"
        elif event.error == NOT_BEGUN:
            yield f"  {title}: {shown(NOT_BEGUN)}", "call"
        else:
            said = list(self._lines.finished(event, state))
            if said and title != event.name:
                yield f"  {title}", "call"
            yield from said
