"""What one server says beside its answers."""

from collections import deque
from collections.abc import Callable
from typing import Any

from architect.domain.escape_controls import escape_controls, in_one_line
from architect.l10n import at

LEVEL = "info"
"""From which on servers of 2026 and later tell what they do; earlier ones decide themselves."""

LONGEST_LINE = 500
_LINES = 500


def as_line(said: str) -> str:
    """`said` as one line that can be shown: without control characters, and not too long."""
    return escape_controls(in_one_line(said))[:LONGEST_LINE]


class ServerLog:
    """The last lines, oldest first; each of the `listeners` is called with every new one."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=_LINES)
        self.listeners: list[Callable[[str], None]] = []

    def note(self, said: str) -> None:
        line = as_line(said)
        self.lines.append(line)
        for listener in tuple(self.listeners):
            listener(line)

    async def logged(self, params: Any) -> None:
        """A notification `notifications/message` of the server."""
        self.note(f"{params.level}: {params.data}")

    def behind(self, reason: str) -> str:
        """`reason` with the last line, which may say more."""
        return at(reason, self.lines[-1]) if self.lines else reason
