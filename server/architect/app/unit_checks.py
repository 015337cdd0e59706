"""What follows the run of a unit in an editor: what it changed is saved, and its checks run."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from architect.app.unit_work import UnitWork
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.checks import checked
from architect.bootstrap.workflows.unit_run import result_of
from architect.config.schema import Config
from architect.domain.errors import ShellFault
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status, StopReason
from architect.domain.workflows.unit import CheckResult, UnitResult
from architect.frozen import frozen


@frozen
class UnitChecks:
    """Checks of units on the files in `root`, which read the disk.

    `save` has the editor write first what it holds, and gives a note about what it does not; it
    raises a ShellFault where the user does not want that.
    """

    root: Path
    config: Config
    credentials: Credentials
    save: Callable[[], Awaitable[str]]

    async def finish(self, work: UnitWork, state: AgentState) -> None:
        """Give the unit its result; one that the user cancelled is not checked."""
        result = result_of(state, work.order)
        if state.stop_reason is StopReason.USER_INTERRUPT or state.status is None:
            work.result = replace(result, stop_reason=StopReason.USER_INTERRUPT)
            return
        try:
            work.result = await self._checked(work, result)
        except asyncio.CancelledError:
            work.result = replace(
                result, status=Status.FAILED, stop_reason=StopReason.USER_INTERRUPT
            )
            raise

    async def _checked(self, work: UnitWork, result: UnitResult) -> UnitResult:
        unit = work.order.unit
        try:
            note = await self.save()
        except ShellFault as fault:
            refused = (CheckResult(line, False, None, str(fault), 0.0) for line in unit.checks)
            return replace(await work.keep(result), checks=tuple(refused))
        found = await checked(
            await work.keep(result),
            unit,
            root=self.root,
            config=self.config,
            credentials=self.credentials,
        )
        if not note:
            return found
        noted = (replace(each, output=f"{note}\n{each.output}") for each in found.checks)
        return replace(found, checks=tuple(noted))
