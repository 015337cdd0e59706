"""Where commands run."""

from collections.abc import Callable
from typing import Protocol

from architect.domain.shell import CommandOutcome, ShellCommand, Stream

OutputListener = Callable[[Stream, str], None]


class Shell(Protocol):
    """Runs command lines, each in a process tree that ends with the call."""

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        """Run `command` to its end or its time-out, passing on output as it comes.

        When the awaiting task is cancelled, the whole tree is ended first.

        Raises:
            ShellFault: the command could not be started.
        """
        ...

    async def expect_to_start(self, command: ShellCommand) -> None:
        """See that `command` can be started with what it is granted; nobody is asked in vain.

        Raises:
            ShellFault: it cannot.
        """
        ...

    async def why_unconfined(self) -> str:
        """Why commands run without a sandbox here; empty if they do not."""
        ...
