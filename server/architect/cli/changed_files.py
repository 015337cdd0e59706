"""The files that commands changed, as the human log lists them: the first few of each command."""

from architect.domain.escape_controls import in_one_line
from architect.domain.ids import CallId
from architect.domain.journal.change_events import CHANGE_WORDS, FileChanged
from architect.domain.text.counted import counted
from architect.l10n import shown, t

_MOST_LISTED = 10


class ChangedFiles:
    """Counts what each command changed, as commands can run side by side."""

    def __init__(self, diff_command: str) -> None:
        """`diff_command` shows the others."""
        self._diff_command = diff_command
        self._counts: dict[CallId, int] = {}

    def line(self, change: FileChanged) -> str | None:
        """The line for `change`; None if its command has changed many before."""
        count = self._counts[change.call_id] = self._counts.get(change.call_id, 0) + 1
        if count > _MOST_LISTED:
            return None
        lines = f"+{change.lines_added} -{change.lines_removed}"
        return f"{shown(CHANGE_WORDS[change.kind])} {in_one_line(change.path)} {lines}"

    def rest(self, call_id: CallId) -> str | None:
        """The line for those that were not listed, at the end of the call, if there are any."""
        more = self._counts.pop(call_id, 0) - _MOST_LISTED
        if more <= 0:
            return None
        return t(
            "and {files}; `{command}` shows them",
            files=shown(counted(more, "more file")),
            command=self._diff_command,
        )
