"""A shell for what nobody is asked about: hooks, gates and checks."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from architect.domain.shell import CommandOutcome, ShellCommand
from architect.policy.taint import EGRESS_NEEDS
from architect.ports.shell import OutputListener, Shell


class NoNetworkShell:
    """`inner`; once `taints` names a text from outside, its commands have no way out.

    What they run may be what the model has just written.
    """

    def __init__(self, inner: Shell, taints: Callable[[], Sequence[str]]) -> None:
        self._inner = inner
        self._taints = taints

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        if self._taints():
            command = replace(command, withheld=command.withheld | EGRESS_NEEDS)
        return await self._inner.run(command, on_output)

    async def expect_to_start(self, command: ShellCommand) -> None:
        await self._inner.expect_to_start(command)

    async def why_unconfined(self) -> str:
        return await self._inner.why_unconfined()
