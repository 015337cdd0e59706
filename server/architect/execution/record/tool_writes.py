"""What tools write while a command runs in the background."""

from architect.domain.journal.change_events import FileChangeIntended
from architect.domain.journal.events import Record


class ToolWrites:
    """A sink that keeps which content each file was last given by a tool, not by a command.

    A look at the files shows what both have done, and only what a command did is to be on record
    as its change.
    """

    def __init__(self) -> None:
        self._last: dict[str, str | None] = {}

    def show(self, record: Record) -> None:
        match record.event:
            case FileChangeIntended(by_command=False, path=path, after_sha256=after):
                self._last[path] = after
            case _:
                pass

    def has(self, path: str) -> bool:
        """Whether a tool has written the file since the last `forget`."""
        return path in self._last

    def last(self, path: str) -> str | None:
        """The SHA-256 of what a tool made of such a file; None if it was deleted."""
        return self._last[path]

    def forget(self) -> None:
        """Begin anew: what was written up to now is known to whoever looks at the files."""
        self._last.clear()
