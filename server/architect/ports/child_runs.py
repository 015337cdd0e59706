"""Runs that a tool opens under its own."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from architect.domain.ids import RunId
from architect.domain.journal.state import AgentState
from architect.domain.run_request import RunRequest


class ChildRun(Protocol):
    """A run under another one, ready to go; it goes once."""

    @property
    def run_id(self) -> RunId:
        """The id of its parent, a dot and a number counted from 1."""
        ...

    @property
    def state(self) -> AgentState:
        """What it has come to so far."""
        ...

    def interrupt(self) -> None:
        """Stop it, and not its parent."""
        ...

    async def go(self) -> AgentState:
        """Run to the end; whoever is cancelled meanwhile has stopped it when this is over.

        Raises:
            JournalFault: its record, or what its parent records of it, could not be kept.
        """
        ...

    async def keep_output(self, text: str) -> str:
        """Keep what it says in the end in a file of its own; gives the path in the workspace.

        Raises:
            JournalFault: it cannot be written.
        """
        ...


OpenChild = Callable[[RunRequest], Awaitable[ChildRun]]
"""Opens a run under the one whose tool asks.

It raises UserError if the request names something that does not exist, or only proposes changes
where the run above it makes them.
"""
