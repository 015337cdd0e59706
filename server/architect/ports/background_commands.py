"""The commands that a run has in the background."""

from typing import Protocol

from architect.domain.background import BackgroundOutput
from architect.domain.shell import CommandOutcome, ShellCommand
from architect.ports.shell import Shell


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
