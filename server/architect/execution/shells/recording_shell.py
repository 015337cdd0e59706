"""A shell that puts on record what commands change in files."""

from architect.domain.errors import JournalFault
from architect.domain.ids import CallId
from architect.domain.losses import Losses
from architect.domain.shell import CommandOutcome, ShellCommand
from architect.execution.record.command_changes import CommandChanges
from architect.execution.to_the_end import to_the_end
from architect.l10n import english
from architect.ports.change_watch import ChangeWatch
from architect.ports.crash_log import CrashLog
from architect.ports.shell import OutputListener, Shell


class RecordingShell:
    """`inner`; what a command of a call changed is put on `record` once it ended, however it did.

    What it is known to take away is on record before, so that not even a crash loses it. Whatever
    goes wrong with that, the command runs: only its changes are not on record then.
    """

    def __init__(
        self, inner: Shell, watch: ChangeWatch, record: CommandChanges, crashes: CrashLog
    ) -> None:
        self._inner = inner
        self._watch = watch
        self._record = record
        self._crashes = crashes
        self._told: set[str] = set()
        self._running = 0
        self._let_go: set[CallId] = set()

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        call_id = command.call_id
        if call_id is None or command.read_only or not await self._marked(call_id):
            return await self._inner.run(command, on_output)
        try:
            await self._expected(command.losses, call_id)
            return await self._inner.run(command, on_output)
        finally:
            if call_id not in self._let_go:
                await to_the_end(self._recorded(call_id))

    async def let_go(self, call_id: CallId) -> None:
        """Put on record what a command of the call has changed so far, and nothing after that."""
        if self._running:
            await to_the_end(self._recorded(call_id))
        self._let_go.add(call_id)

    async def expect_to_start(self, command: ShellCommand) -> None:
        await self._inner.expect_to_start(command)

    async def why_unconfined(self) -> str:
        return await self._inner.why_unconfined()

    async def _marked(self, call_id: CallId) -> bool:
        try:
            number = self._record.number
            await self._watch.mark()
            if not self._running:
                self._record.begin(number)
            self._running += 1
        except Exception as error:  # noqa: BLE001 - the fence of the record: the command runs
            self._failed(call_id, error)
            return False
        return True

    async def _expected(self, losses: Losses | None, call_id: CallId) -> None:
        if losses is None:
            return
        try:
            await self._record.expect(await self._watch.at_stake(losses), call_id)
        except JournalFault:
            raise
        except Exception as error:  # noqa: BLE001 - the fence of the record: the command runs
            self._failed(call_id, error)

    async def _recorded(self, call_id: CallId) -> None:
        self._running -= 1
        try:
            number = self._record.number
            await self._record.record(await self._watch.changes(), call_id, number=number)
        except JournalFault:
            raise
        except Exception as error:  # noqa: BLE001 - the fence of the record: the command has run
            self._failed(call_id, error)

    def _failed(self, call_id: CallId, error: Exception) -> None:
        """Say once that nobody knows what commands change, and why."""
        reason = english("changes could not be told: {error}", error=error)
        if reason not in self._told:
            self._told.add(reason)
            self._crashes.keep(error)
            self._record.not_recorded(call_id, reason, [])
