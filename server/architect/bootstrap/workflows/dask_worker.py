"""The units that run on one Dask worker, each in a process that the worker starts for them.

What is here is called by Dask on the event loop of the worker. Its scheduler may start a task
again whose worker was lost; here that is noticed, since an attempt that may have spent something
is never made twice.
"""

import asyncio
import hashlib
import os
import shutil
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from distributed import Event, get_worker
from distributed.diagnostics.plugin import WorkerPlugin

from architect.adapters.dask.installations import installed_here, shortcoming
from architect.adapters.files.project_folder import NAME
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.trees.packs import Pack, ReceivedTrees
from architect.adapters.trees.tree_cache import TreeCache
from architect.adapters.units.worker_pool import WorkerPool
from architect.bootstrap.workflows.local_executor import WORKER
from architect.bootstrap.workflows.shipment import Delivery, Shipment
from architect.bootstrap.workflows.unit_job import UnitDone, UnitJob
from architect.domain.errors import UnitLostError, VcsFault
from architect.domain.ids import WorkflowId
from architect.domain.usage import Usage
from architect.domain.workflows.unit import Source
from architect.frozen import frozen
from architect.l10n import english

_PLUGIN = "architect-units"
_IDLE_S = 60.0
"""How long a process waits for the next unit; starting one takes less than a second."""

_TREE_S = 1_800.0
"""How long a unit waits for its tree; who is to send it may be gone."""


class UnfitWorkerError(RuntimeError):
    """Units cannot run on this worker."""


async def run_on_worker(shipment: Shipment, key: str, topic: str) -> Delivery:
    """The task that Dask is given, with the `key` that it has there.

    Raises:
        UnitLostError: there is no result.
        UnfitWorkerError: nor can there be one on this worker.
    """
    if lacking := shortcoming(installed_here(), shipment.needs):
        raise UnfitWorkerError(lacking)
    begun = Event(key)
    if await begun.is_set():
        raise UnitLostError(english("its worker was lost"))
    await begun.set()
    worker = get_worker()
    units = _units_of(worker) or UnitsOnWorker()
    if units.worker is None:
        await worker.plugin_add(units, name=_PLUGIN, catch_errors=False)
    return await units.run(shipment, key, topic)


async def stop_on_worker(key: str, *, dask_worker: Any = None) -> None:
    """End a unit with everything it started, if it runs here."""
    if (units := _units_of(dask_worker)) is not None:
        await units.stop(key)


@frozen(kw_only=True)
class SentTree:
    """A `commit` that was asked for through `topic`; `refusal` says why there is no pack."""

    workflow_id: WorkflowId
    project: str
    topic: str
    commit: str
    pack: Pack | None = None
    refusal: str = ""


async def take_on_worker(sent: SentTree, *, dask_worker: Any = None) -> None:
    """Take a tree that was asked for."""
    if (units := _units_of(dask_worker)) is not None:
        await units.take(sent)


async def leave_worker(
    workflow_id: WorkflowId, project: str, base: str, *, dask_worker: Any = None
) -> None:
    """Keep nothing for a workflow any more, but for the tree that it began with."""
    if (units := _units_of(dask_worker)) is not None:
        await units.leave(workflow_id, project, base)


def _units_of(worker: Any) -> "UnitsOnWorker | None":
    return worker.plugins.get(_PLUGIN)


class UnitsOnWorker(WorkerPlugin):
    """What a worker keeps between units; it goes with the worker."""

    def __init__(self) -> None:
        self.worker: Any = None
        self._running: dict[str, asyncio.Task[Delivery]] = {}
        self._coming: dict[tuple[str, str, str], asyncio.Future[str]] = {}
        """By topic, project and commit."""
        self._closing: asyncio.TimerHandle | None = None

    def setup(self, worker: Any) -> None:
        self.worker = worker
        self._folder = Path(worker.local_directory) / _PLUGIN
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._pool = WorkerPool(WORKER, os.environ, cwd=self._folder)

    async def teardown(self, worker: Any) -> None:
        for task in self._running.values():
            task.cancel()
        await self._pool.aclose()

    def transition(self, key: Any, start: str, finish: str, **_: Any) -> None:
        """Dask does not want a task any more: it was cancelled, or who wanted it is gone."""
        if finish in ("cancelled", "released", "forgotten") and key in self._running:
            self._running[key].cancel()

    async def run(self, shipment: Shipment, key: str, topic: str) -> Delivery:
        if self._closing is not None:
            self._closing.cancel()
        task = self._running[key] = asyncio.create_task(self._carried_out(shipment, key, topic))
        try:
            return await task
        finally:
            del self._running[key]
            if not self._running:
                loop = asyncio.get_running_loop()
                self._closing = loop.call_later(_IDLE_S, self._end_idle)

    async def stop(self, key: str) -> None:
        if (task := self._running.get(key)) is not None:
            task.cancel()
            await asyncio.wait([task])

    async def take(self, sent: SentTree) -> None:
        """Keep a tree, and let those go on that wait for it."""
        refusal = sent.refusal
        if sent.pack is not None:
            trees = _cache().of(sent.project)
            try:
                await asyncio.to_thread(trees.take, sent.workflow_id, sent.pack)
            except VcsFault as fault:
                refusal = str(fault)
        coming = self._coming.pop((sent.topic, sent.project, sent.commit), None)
        if coming is not None and not coming.done():
            coming.set_result(refusal)

    async def leave(self, workflow_id: WorkflowId, project: str, base: str) -> None:
        if not self._running:
            await self._pool.end_idle()
        try:
            await asyncio.to_thread(_cache().of(project).forget, workflow_id, base)
            await asyncio.to_thread(_cache().tidy, datetime.now(UTC))
        except VcsFault:
            return  # what is left takes room and does no harm

    def _end_idle(self) -> None:
        self._ending = asyncio.ensure_future(self._pool.end_idle())

    async def _carried_out(self, shipment: Shipment, key: str, topic: str) -> Delivery:
        replies: list[tuple[Usage, float | None]] = []

        def told(reply: tuple[Usage, float | None]) -> None:
            replies.append(reply)
            usage, cost_usd = reply
            message = {"key": key, "usage": asdict(usage), "cost_usd": cost_usd}
            self.worker.log_event(topic, message)

        trees = _cache().of(shipment.project)
        await self._have(trees, shipment, key, topic)
        job = _job_of(shipment, trees.folder, self._folder / _mark(key))
        process = await self._pool.take()
        try:
            done: UnitDone = await process.run(job, told)
            return await asyncio.to_thread(_delivery, job, done, replies)
        finally:
            await asyncio.to_thread(shutil.rmtree, job.folder, ignore_errors=True)
            await self._pool.give_back(process)

    async def _have(self, trees: ReceivedTrees, shipment: Shipment, key: str, topic: str) -> None:
        """Ask for the tree of a unit, unless it is here or on its way.

        Raises:
            UnitLostError: it cannot be had.
        """
        commit = shipment.order.tree
        message: dict[str, Any] = {"key": key, "address": self.worker.address}
        known = await asyncio.to_thread(trees.commits)
        wanted = (topic, shipment.project, commit)
        coming = self._coming.get(wanted)
        if coming is None and commit not in known:
            coming = self._coming[wanted] = asyncio.get_running_loop().create_future()
            message |= {"wants": commit, "project": shipment.project, "has": list(known)}
        self.worker.log_event(topic, message)
        if coming is None:
            return
        try:
            refusal = await asyncio.wait_for(asyncio.shield(coming), _TREE_S)
        except TimeoutError as error:
            self._coming.pop(wanted, None)
            raise UnitLostError(
                english("its tree did not come within {tree_s:.0f} s", tree_s=_TREE_S)
            ) from error
        if refusal:
            raise UnitLostError(refusal)


def _cache() -> TreeCache:
    return TreeCache(os.environ)


def _mark(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:12]


def _job_of(shipment: Shipment, repository: Path, folder: Path) -> UnitJob:
    order, config = shipment.order, shipment.config
    if order.unit.source is not None:
        source = Source(str(repository), order.tree)
        order = replace(order, unit=replace(order.unit, source=source))
    if shipment.prices is not None:
        folder.mkdir(mode=0o700, parents=True)
        file = folder / "prices.json"
        file.write_bytes(shipment.prices)
        costs = config.costs.model_copy(update={"prices_file": file})
        config = config.model_copy(update={"costs": costs})
    return UnitJob(
        order=order,
        config=config,
        repository=repository,
        prefix=shipment.prefix,
        folder=folder,
        hidden=shipment.hidden,
        api_key=shipment.api_key,
        keys=shipment.keys,
        grants=shipment.grants,
    )


def _delivery(
    job: UnitJob, done: UnitDone, replies: Sequence[tuple[Usage, float | None]]
) -> Delivery:
    bundle = None if done.bundle is None else done.bundle.read_bytes()
    sessions = job.folder / "tree" / job.prefix / NAME / SESSIONS
    records = tuple(
        (file.relative_to(sessions).as_posix(), file.read_bytes())
        for start in sessions.glob(f"{job.order.session_id}*")
        for file in (start.rglob("*") if start.is_dir() else (start,))
        if file.is_file() and not file.is_symlink()
    )
    return Delivery(result=done.result, replies=tuple(replies), bundle=bundle, records=records)
