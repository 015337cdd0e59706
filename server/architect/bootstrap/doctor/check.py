"""One thing that was looked at."""

import re
from enum import StrEnum

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_TO_COPY = lazy_pattern(r"`([^`]+)`|(sudo .+)$|\((docker run [^)]+)\)", re.MULTILINE)


class State(StrEnum):
    """PROBLEM is what a run as configured would fail by."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@frozen
class Check:
    """`fix` says what to do, `command` is a line to copy; empty if nothing needs to be done."""

    name: str
    state: State
    text: str
    fix: str = ""
    command: str = ""

    @property
    def line(self) -> str:
        """The line to copy: `command`, or the one that `fix` names."""
        found = _TO_COPY.search(self.fix)
        return self.command or (next(filter(None, found.groups()), "") if found else "")
