"""A shell that notices when tests run."""

from collections.abc import Callable

from architect.domain.ids import CallId
from architect.domain.journal.check_events import TestsRan
from architect.domain.journal.events import Event
from architect.domain.shell import CommandOutcome, ShellCommand
from architect.ports.shell import OutputListener, Shell


class TestDetectingShell:
    """`inner`; a command that runs tests and came to its end is put on record."""

    def __init__(
        self,
        inner: Shell,
        *,
        call_id: CallId,
        emit: Callable[[Event], None],
    ) -> None:
        self._inner = inner
        self._call_id = call_id
        self._emit = emit

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        outcome = await self._inner.run(command, on_output)
        # The parser takes 25 ms to import, which most runs do not need.
        from architect.policy.shell.classify.testing_commands import runs_tests

        if outcome.exit_code is not None and runs_tests(command.line):
            self._emit(TestsRan(call_id=self._call_id, exit_code=outcome.exit_code))
        return outcome

    async def expect_to_start(self, command: ShellCommand) -> None:
        await self._inner.expect_to_start(command)

    async def why_unconfined(self) -> str:
        return await self._inner.why_unconfined()
