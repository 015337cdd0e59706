"""The workflows that go on in this process, for a front end that does other things meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Protocol

from architect.app.errors import BusyError
from architect.app.workflows.listing import KnownWorkflow, find_workflow
from architect.domain.errors import ArchitectError
from architect.domain.ids import UnitId, WorkflowId
from architect.domain.workflows.state import WorkflowState
from architect.l10n import english
from architect.ports.crash_log import CrashLog
from architect.workflows.coordinator import Coordinator

Opened = Callable[[AsyncExitStack], Awaitable[Coordinator]]
"""Begins a workflow, or resumes one, with what has to be closed at its end."""


class WorkflowWatch(Protocol):
    """Who shows the user how workflows are doing, besides what their coordinators tell."""

    def ended(self, state: WorkflowState, problem: str) -> None:
        """It goes on here no more; `problem` says what ended it, if it was not itself."""
        ...


class LiveWorkflow:
    """A workflow that goes on here; `problem` says what ended it, if it was not itself."""

    def __init__(self, root: Path, coordinator: Coordinator) -> None:
        self.root = root
        self.coordinator = coordinator
        self.problem = ""
        self._over = asyncio.Event()

    @property
    def state(self) -> WorkflowState:
        return self.coordinator.state

    def known(self) -> KnownWorkflow:
        """It as listed: without reading its journal."""
        return KnownWorkflow(self.coordinator.workflow_id, "running", self.state)

    async def ended(self) -> None:
        await self._over.wait()

    def end(self, problem: str) -> None:
        self.problem = problem
        self._over.set()


class WorkflowManager:
    """Carries workflows out, and ends them so that they can be resumed."""

    def __init__(self, watch: WorkflowWatch, crashes: CrashLog) -> None:
        self._watch = watch
        self._crashes = crashes
        self._live: dict[WorkflowId, LiveWorkflow] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, root: Path, opened: Opened) -> LiveWorkflow:
        """The workflow that `opened` gives, which goes on from here.

        Raises:
            ArchitectError: there is none.
        """
        async with AsyncExitStack() as resources:
            live = LiveWorkflow(root, await opened(resources))
            self._live[live.coordinator.workflow_id] = live
            task = asyncio.create_task(self._go(live, resources.pop_all()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return live

    def find(self, workflow_id: str) -> LiveWorkflow | None:
        return self._live.get(WorkflowId(workflow_id))

    async def settled(self, workflow_id: str) -> None:
        """Wait for the end of a workflow that has said its last word: then it can be resumed."""
        live = self.find(workflow_id)
        if live is not None and (live.state.finished or live.state.paused):
            await live.ended()

    def stop(self, workflow_id: str, root: Path) -> LiveWorkflow | None:
        """End what runs, so that it can be resumed; None if it had stopped before.

        Raises:
            UserError: there is no such workflow.
            BusyError: it goes on in another process.
        """
        if (live := self.find(workflow_id)) is not None:
            live.coordinator.stop()
            return live
        if find_workflow(root, workflow_id).status == "running":
            raise BusyError(
                english(
                    "the workflow {workflow_id!r} is running in another editor or terminal; stop "
                    "it there",
                    workflow_id=workflow_id,
                )
            )
        return None

    def cancel_unit(self, workflow_id: str, unit_id: str) -> bool:
        """End one unit for good; False if it does not run here."""
        live = self.find(workflow_id)
        return live is not None and live.coordinator.cancel(UnitId(unit_id))

    async def end_all(self) -> None:
        """Stop every workflow, as far as there is time for it."""
        await self._end(list(self._live.values()))

    async def end_in(self, root: Path) -> None:
        """Stop every workflow in the workspace `root`."""
        await self._end([live for live in self._live.values() if live.root == root])

    async def _end(self, some: list[LiveWorkflow]) -> None:
        for live in some:
            live.coordinator.stop()
        for live in some:
            await live.ended()

    async def _go(self, live: LiveWorkflow, resources: AsyncExitStack) -> None:
        problem = ""
        try:
            async with resources:
                await live.coordinator.run()
        except ArchitectError as fault:
            problem = str(fault)
        except Exception as bug:  # noqa: BLE001 - the fence of a workflow: a bug ends it, not the daemon
            where = self._crashes.keep(bug)
            problem = english(
                "a bug in architect ended the workflow; details in {where}", where=where
            )
        finally:
            del self._live[live.coordinator.workflow_id]
            live.end(problem)
        self._watch.ended(live.state, problem)
