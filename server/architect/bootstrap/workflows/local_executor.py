"""Units in processes on this machine, each in a copy of the tree."""

import asyncio
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from architect.adapters.files.project_folder import NAME
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.journal_reader import records_of
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.adapters.units.worker_pool import WorkerPool
from architect.bootstrap.workflows.unit_job import UnitDone, UnitJob
from architect.bootstrap.workflows.unit_run import SpendingSink
from architect.domain.errors import JournalFault, UnitLostError, VcsFault
from architect.domain.ids import WorkflowId
from architect.domain.usage import Usage
from architect.domain.workflows.unit import UnitResult
from architect.ports.unit_executor import Dropped, Spent, UnitOrder

WORKER = "architect.bootstrap.workflows.worker_process"


class LocalExecutor:
    """Keeps the processes that it has started for the units to come; see `UnitExecutor`.

    `job_of` says what a process is told of an order, and in which folder; `records_of` where what
    is recorded of the units of a workflow is kept. Processes are started in `root`.
    """

    def __init__(
        self,
        job_of: Callable[[UnitOrder], UnitJob],
        trees: RepositoryTrees | None,
        environ: Mapping[str, str],
        *,
        root: Path,
        records_of: Callable[[WorkflowId], Path],
    ) -> None:
        self._job_of = job_of
        self._trees = trees
        self._records_of = records_of
        self._pool = WorkerPool(WORKER, environ, cwd=root)

    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        job = self._job_of(order)
        worker = await self._pool.take()

        def told(reply: tuple[Usage, float | None]) -> None:
            spent(*reply)

        try:
            done: UnitDone = await worker.run(job, told)
            return await self._brought_back(job, done)
        finally:
            await self._clean_up(job)
            await self._pool.give_back(worker)

    async def drop(self, order: UnitOrder) -> Dropped:
        """A process may have recorded replies of which nobody heard, as we were gone by then."""
        await self._clean_up(self._job_of(order))
        journal = self._records_of(order.workflow_id) / f"{order.session_id}.jsonl"
        return Dropped(replies=await asyncio.to_thread(_replies_in, journal))

    async def _clean_up(self, job: UnitJob) -> None:
        records = self._records_of(job.order.workflow_id)
        await asyncio.to_thread(_bring_home, job, records)

    async def undo(self, order: UnitOrder) -> str:
        """Nothing: no unit works on the user's files here."""
        return ""

    async def aclose(self) -> None:
        await self._pool.aclose()

    async def _brought_back(self, job: UnitJob, done: UnitDone) -> UnitResult:
        """The result, once its tree is in the repository of the user."""
        if done.bundle is None or self._trees is None:
            return done.result
        try:
            commit = await self._trees.take(job.order.workflow_id, done.bundle)
        except VcsFault as fault:
            raise UnitLostError(str(fault)) from fault
        return replace(done.result, tree=commit)


def _replies_in(journal: Path) -> list[tuple[Usage, float | None]]:
    """What each reply in the record of a unit was paid; none if there is no record."""
    replies: list[tuple[Usage, float | None]] = []
    told = SpendingSink(lambda usage, cost_usd: replies.append((usage, cost_usd)))
    with suppress(OSError, JournalFault):
        for record in records_of(journal.read_bytes().split(b"\n")[:-1], shown_as=str(journal)):
            told.show(record)
    return replies


def _bring_home(job: UnitJob, records: Path) -> None:
    """Keep the records of a unit in the folder `records`, and remove all else that it left."""
    left = job.folder / "tree" / job.prefix / NAME / SESSIONS
    if left.is_dir() and not left.is_symlink():
        records.mkdir(mode=0o700, parents=True, exist_ok=True)
        for each in left.iterdir():
            if each.name.startswith(job.order.session_id) and not each.is_symlink():
                shutil.move(each, records / each.name)
    shutil.rmtree(job.folder, ignore_errors=True)
    with suppress(OSError):  # other units of the workflow are there
        job.folder.parent.rmdir()
