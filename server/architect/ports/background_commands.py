"""The commands that a run has in the background."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from architect.domain.background import BackgroundOutput
from architect.domain.ids import RunId
from architect.domain.journal.background_events import BackgroundEnded
from architect.domain.shell import CommandOutcome, ShellCommand
from architect.frozen import frozen
from architect.ports.shell import Shell


@frozen(kw_only=True)
class KeptCommand:
    """A command that goes on when its run is over: `end` ends it, and `ended` says how it ended."""

    handle: str
    end: Callable[[], Awaitable[object]]
    ended: "asyncio.Future[BackgroundEnded]"


class CommandKeeper(Protocol):
    """Has the commands that the user keeps beyond their runs."""

    def take(self, run_id: RunId, command: KeptCommand) -> None:
        """Have it from now on: its run is over."""
        ...


class BackgroundCommands(Protocol):
    """Those of one run; they end with it."""

    async def start(self, command: ShellCommand, shell: Shell) -> BackgroundOutput | CommandOutcome:
        """Start `command` in `shell`, and give what it prints at first.

        A command that ends within that moment was not in the background: its outcome is given.

        Raises:
            ToolFault: there are too many already.
            ShellFault: it could not be started.
        """
        ...

    async def output(self, handle: str, *, wait_s: float) -> BackgroundOutput:
        """What the command printed since the last look, after `wait_s` or when it has ended.

        Raises:
            ToolFault: the run has started no such command.
        """
        ...

    async def stop(self, handle: str) -> BackgroundOutput:
        """End the command with all that it started, and give what it printed since the last look.

        Raises:
            ToolFault: the run has started no such command.
        """
        ...
