"""Units on the files of the user as runs among others: in their queue, with their questions."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from architect.app.errors import BusyError
from architect.app.live_run import LiveRun
from architect.app.next_run import NextRun
from architect.app.run_order import RunOrder, run_order
from architect.app.run_state import Outcome
from architect.app.unit_work import UnitWork
from architect.app.workflows.attempts import Attempts
from architect.app.workflows.in_place import with_tree
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.checks import checked
from architect.bootstrap.workflows.unit_run import not_begun, request_for
from architect.config.schema import Config
from architect.domain.errors import UnitLostError, UserError
from architect.domain.ids import run_id_of
from architect.domain.outcome import ErrorKind, Status, StopReason
from architect.domain.run_request import RunOptions
from architect.domain.verdict import EditReview
from architect.domain.workflows.unit import UnitResult
from architect.l10n import english
from architect.ports.trees import Trees
from architect.ports.unit_executor import Dropped, Spent, UnitOrder
from architect.ports.workspace import Workspace


class Runs(Protocol):
    """See `RunManager`."""

    async def submit(self, order: RunOrder) -> LiveRun: ...

    def cancel(self, run: LiveRun) -> None: ...


class QueuedExecutor:
    """See `UnitExecutor`. What opens the runs gives each `UnitWork` its result.

    `workspace` gives the files of `root` as the user sees them, and so does `undoing`, which lets
    commands see what was changed in them meanwhile.
    """

    def __init__(
        self,
        runs: Runs,
        root: Path,
        config: Config,
        *,
        workspace: Callable[[], Workspace],
        undoing: Callable[[], AbstractAsyncContextManager[Workspace]],
        credentials: Credentials,
        trees: Trees | None,
    ) -> None:
        self._runs = runs
        self._root = root
        self._config = config
        self._workspace = workspace
        self._undoing = undoing
        self._credentials = credentials
        self._trees = trees
        self._attempts = Attempts(root, config.checkpoints, credentials.secrets(config.llm))

    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        with self._attempts.going_on(order):
            return await self._run(order, spent)

    async def _run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        if not order.unit.task:
            return await self._checked(order)

        async def keep(result: UnitResult) -> UnitResult:
            await self._attempts.before_checks(order, self._workspace())
            return await with_tree(result, order, self._trees)

        work = UnitWork(order, spent, keep)
        try:
            run = await self._runs.submit(self._order_of(work))
        except BusyError as error:
            raise UnitLostError(str(error)) from error
        except UserError as error:
            return not_begun(ErrorKind.CONFIGURATION, error)
        await self._ended(run)
        if work.result is None:
            return _without_result(order, run)
        return work.result

    async def _checked(self, order: UnitOrder) -> UnitResult:
        """The result of a unit that no agent works on."""
        return await checked(
            await with_tree(UnitResult(status=Status.SUCCESS), order, self._trees),
            order.unit,
            root=self._root,
            config=self._config,
            credentials=self._credentials,
        )

    async def _ended(self, run: LiveRun) -> None:
        """Wait for the end; a cancellation ends the run first."""
        try:
            await run.ended()
        except asyncio.CancelledError:
            self._runs.cancel(run)
            await run.ended()
            raise

    async def drop(self, order: UnitOrder) -> Dropped:
        async with self._undoing() as workspace:
            return Dropped(note=await self._attempts.undone(order, workspace))

    async def undo(self, order: UnitOrder) -> str:
        async with self._undoing() as workspace:
            return await self._attempts.undo(order, workspace)

    async def aclose(self) -> None:
        """Its runs are those of the manager, and end with their attempts."""
        self._attempts.forget()

    def _order_of(self, work: UnitWork) -> RunOrder:
        """The run of a unit: what it changes can be undone and not held back.

        Checks could not see a proposal.
        """
        order = work.order
        request = request_for(order)
        proposes = self._config.edits.review == EditReview.PROPOSE
        return run_order(
            request,
            NextRun(self._root, run_id_of(order.session_id), request.agent),
            self._config,
            title=request.title,
            options=RunOptions(
                mode=request.mode,
                review=EditReview.AFTER if proposes else None,
                max_steps=request.max_steps,
                timeout_s=request.timeout_s,
            ),
            unit=work,
        )


def _without_result(order: UnitOrder, run: LiveRun) -> UnitResult:
    """The result of a run that was cancelled in the queue, or could not be opened in its turn."""
    if run.outcome is Outcome.CANCELLED:
        return UnitResult(
            status=Status.FAILED,
            stop_reason=StopReason.USER_INTERRUPT,
            session_id=order.session_id,
        )
    return not_begun(ErrorKind.CONFIGURATION, run.error or english("its run could not be started"))
