"""A shell whose commands print no secret of a file in the workspace without its being noticed."""

from architect.domain.shell import CommandOutcome, ShellCommand
from architect.execution.stated_secrets import StatedSecrets
from architect.ports.shell import OutputListener, Shell


class RedactingShell:
    """`inner`; before the first command `secrets` are learnt."""

    def __init__(self, inner: Shell, secrets: StatedSecrets) -> None:
        self._inner = inner
        self._secrets = secrets

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        await self._secrets.learn()
        return await self._inner.run(command, on_output)

    async def expect_to_start(self, command: ShellCommand) -> None:
        await self._inner.expect_to_start(command)

    async def why_unconfined(self) -> str:
        return await self._inner.why_unconfined()
