"""Commands that go on while the run does something else."""

from typing import Literal

from architect.frozen import frozen
from architect.l10n import english

LONGEST_WAIT_S = 600
"""That one call waits for more output."""

EndedBy = Literal["itself", "model", "user", "run"]
"""Who ended a command: the command itself, `stop_command`, the user, or the end of its run."""


@frozen
class BackgroundOutput:
    """How the command that the model calls `handle` is doing: what it printed since the last look.

    Standard output and errors are in the order in which they came. `left_out` counts the characters
    before `text` for which there was no room. `ended_by` is None while it runs; `exit_code` is None
    then too, and for one that was stopped.
    """

    handle: str
    command: str
    text: str
    left_out: int
    ended_by: EndedBy | None = None
    exit_code: int | None = None


_STOPPED = {True: english("was stopped by the user"), False: english("was stopped")}


def how_it_ended(by: EndedBy, exit_code: int | None) -> str:
    """In words, behind the name of the command."""
    if by == "itself":
        if exit_code is None:
            return english("was ended, since it took longer than its timeout")
        return english("ended with exit code {exit_code}", exit_code=exit_code)
    return _STOPPED[by == "user"]
