"""A shell that runs nothing."""

from collections.abc import Mapping
from dataclasses import replace

from architect.domain.errors import ShellFault
from architect.domain.shell import CommandOutcome, Confinement, Need, ShellCommand, Stream
from architect.ports.shell import OutputListener


class FakeShell:
    """Answers each command line with its canned outcome and keeps the questions in `commands`.

    `unconfined` is why its commands have no sandbox; in one they have the network they are granted.
    """

    def __init__(
        self, outcomes: Mapping[str, CommandOutcome] | None = None, *, unconfined: str = ""
    ) -> None:
        self.commands: list[ShellCommand] = []
        self._outcomes = dict(outcomes or {})
        self._unconfined = unconfined

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        """The outcome for this very line, its output passed on in one piece per stream.

        Raises:
            ShellFault: there is none.
        """
        self.commands.append(command)
        try:
            outcome = self._outcomes[command.line]
        except KeyError:
            raise ShellFault(f"this fake has no outcome for {command.line!r}") from None
        for stream, text in ((Stream.STDOUT, outcome.stdout), (Stream.STDERR, outcome.stderr)):
            if text:
                on_output(stream, text)
        if self._unconfined or outcome.confinement != Confinement():
            return outcome
        network = Need.NETWORK in command.granted
        return replace(outcome, confinement=Confinement(sandboxed=True, network=network))

    async def expect_to_start(self, command: ShellCommand) -> None:
        """Whatever it has no outcome for fails once it runs."""

    async def why_unconfined(self) -> str:
        return self._unconfined


def outcome(stdout: str = "", stderr: str = "", *, exit_code: int | None = 0) -> CommandOutcome:
    """A canned outcome; `exit_code` None stands for a time-out."""
    return CommandOutcome(exit_code, stdout, stderr, 0.01)
