"""Units on the workers of a Dask scheduler.

Dask distributes them, moves what they need and brings, and notices lost workers. What may start,
and whether a lost unit starts again, is not decided here.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from distributed import Event

from architect.adapters.dask.installations import Needs, named, unfit_workers
from architect.adapters.dask.tasks import TaskFailedError, outcome_of, require_scheduler
from architect.adapters.records.cost_ledger import CostLedger
from architect.adapters.records.journal_reader import records_of
from architect.adapters.trees.packs import pack_from
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.bootstrap.workflows.dask_worker import (
    SentTree,
    leave_worker,
    run_on_worker,
    stop_on_worker,
    take_on_worker,
)
from architect.bootstrap.workflows.shipment import Delivery, Shipment
from architect.domain.errors import ExecutorLostError, JournalFault, UnitLostError, VcsFault
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.usage import Usage
from architect.domain.workflows.unit import UnitResult
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.unit_executor import Dropped, Spent, UnitOrder

_STOPPED_S = 20.0
"""How long a worker may take to end a unit; one that does not answer is lost."""

_LOOK_S = 1.0
"""How often it is looked whether the workers that a unit is bound to are still there."""

_SENT_AT_ONCE = 4
"""So many trees are in memory here at the same time."""


@frozen(kw_only=True)
class Home:
    """What is where the user is.

    `repository_of` is where the tree of an order is, a repository or a bundle. `drop` undoes what
    an attempt on this machine left, before the workflow came to the workers.
    """

    trees: RepositoryTrees | None
    repository_of: Callable[[UnitOrder], Path]
    records_of_units: Callable[[WorkflowId], Path]
    ledger: Callable[[], CostLedger] | None
    drop: Callable[[UnitOrder], Awaitable[Dropped]]


class _OnItsWay:
    """A unit that Dask has: what it spent so far, and the worker where it runs."""

    def __init__(self, spent: Spent) -> None:
        self.address = ""
        self._spent = spent
        self._heard = 0

    def reply(self, usage: Usage, cost_usd: float | None) -> None:
        self._heard += 1
        self._spent(usage, cost_usd)

    def complete(self, replies: Sequence[tuple[Usage, float | None]]) -> None:
        """Tell of the replies of which no message came."""
        for usage, cost_usd in replies[self._heard :]:
            self.reply(usage, cost_usd)


class DaskExecutor:
    """See `UnitExecutor`. `ship` says what a worker is sent of an order; `client` is Dask's."""

    def __init__(self, client: Any, ship: Callable[[UnitOrder], Shipment], home: Home) -> None:
        self._client = client
        self._ship = ship
        self._home = home
        self._topic = f"architect-{os.urandom(8).hex()}"
        self._units: dict[str, _OnItsWay] = {}
        self._unfit: dict[str, str] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._sent_at_once = asyncio.Semaphore(_SENT_AT_ONCE)
        self._shipped: dict[str, UnitOrder] = {}
        """The last order by the project of its tree."""
        client.subscribe_topic(self._topic, self._told)

    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        try:
            return await self._ran(order, spent)
        except ExecutorLostError as error:
            raise ExecutorLostError(
                english(
                    "{error}: what is done is kept, and `architect resume {workflow_id} "
                    "--scheduler ADDRESS` continues",
                    error=error,
                    workflow_id=order.workflow_id,
                )
            ) from error

    async def _ran(self, order: UnitOrder, spent: Spent) -> UnitResult:
        shipment = await asyncio.to_thread(self._ship, order)
        require_scheduler(self._client)
        self._shipped[shipment.project] = order
        where = await self._where()
        key = f"architect-{order.session_id}-{os.urandom(4).hex()}"
        unit = self._units[key] = _OnItsWay(spent)
        future = self._client.submit(
            *(run_on_worker, shipment, key, self._topic), key=key, pure=False, **where
        )
        try:
            delivery: Delivery = await self._outcome(future, bound_to=where.get("workers"))
            unit.complete(delivery.replies)
            return await self._brought_back(order, delivery)
        except TaskFailedError as error:
            raise UnitLostError(await self._why(error, shipment.needs)) from error
        except asyncio.CancelledError:
            await asyncio.shield(self._stop(key, unit.address, future))
            raise
        finally:
            del self._units[key]
            future.release()
            with suppress(OSError, RuntimeError):
                if self._client.status == "running":
                    await Event(key, client=self._client).clear()

    async def _outcome(self, future: Any, *, bound_to: Sequence[str] | None) -> Any:
        """What the unit gave. One that is bound to workers is lost when all of those are gone.

        Raises:
            UnitLostError, TaskFailedError, ExecutorLostError: see `outcome_of`.
        """
        if bound_to is None:
            return await outcome_of(self._client, future)
        outcome = asyncio.ensure_future(outcome_of(self._client, future))
        try:
            while not (await asyncio.wait({outcome}, timeout=_LOOK_S))[0]:
                if not set(bound_to) & set(await self._client.nthreads()):
                    raise UnitLostError(english("the workers on which it could run are gone"))
            return outcome.result()
        finally:
            outcome.cancel()

    async def drop(self, order: UnitOrder) -> Dropped:
        """A worker keeps nothing of a unit that is over, but this machine may."""
        return await self._home.drop(order)

    async def undo(self, order: UnitOrder) -> str:
        """Nothing: no unit works on the user's files here."""
        return ""

    async def aclose(self) -> None:
        for task in self._sending:
            task.cancel()
        for project, order in self._shipped.items():
            if self._client.status == "running":
                await self._on_workers(leave_worker, order.workflow_id, project, order.tree)

    async def _where(self) -> dict[str, Any]:
        """Which workers of Dask may run a unit: any, as long as all that were met can.

        A mere preference does not do: an idle worker that cannot run it takes it all the same.
        """
        if not self._unfit:
            return {}
        fit = [each for each in await self._client.nthreads() if each not in self._unfit]
        return {"workers": fit, "allow_other_workers": False} if fit else {}

    async def _why(self, error: TaskFailedError, needs: Needs) -> str:
        """Why a task failed: there may be workers on which none can run."""
        with suppress(OSError, TimeoutError):
            asking = unfit_workers(self._client, needs)
            self._unfit |= await asyncio.wait_for(asking, _STOPPED_S)
        return (
            english("it cannot run on {names}", names=named(self._unfit))
            if self._unfit
            else str(error)
        )

    async def _stop(self, key: str, address: str, future: Any) -> None:
        """Have Dask forget a unit, and wait for the end of what runs."""
        if self._client.status != "running":
            return
        with suppress(OSError, ValueError):
            await self._client.cancel([future], force=True)
        if address:
            await self._on_workers(stop_on_worker, key, workers=[address])

    async def _on_workers(self, function: Any, *arguments: Any, **options: Any) -> None:
        """Have workers do something; those that do not answer in time are lost."""
        with suppress(OSError, ValueError, TimeoutError):
            asking = self._client.run(function, *arguments, on_error="ignore", **options)
            await asyncio.wait_for(asking, _STOPPED_S)

    def _told(self, event: tuple[float, dict[str, Any]]) -> None:
        """Take a message of a unit: a reply of its model, or where it runs and what it wants."""
        _, message = event
        unit = self._units.get(message["key"])
        if unit is not None and "usage" in message:
            unit.reply(Usage(**message["usage"]), message["cost_usd"])
        elif unit is not None:
            unit.address = message["address"]
        if "wants" in message:
            sending = self._send_tree(message)
            task = asyncio.ensure_future(sending)
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send_tree(self, message: dict[str, Any]) -> None:
        """Give a worker what it lacks of a tree, or say why it will not get it."""
        project, commit = message["project"], message["wants"]
        order = self._shipped[project]
        sent = SentTree(
            workflow_id=order.workflow_id, project=project, topic=self._topic, commit=commit
        )
        async with self._sent_at_once:
            try:
                place = self._home.repository_of(order)
                pack = await asyncio.to_thread(pack_from, place, commit, there=message["has"])
                sent = replace(sent, pack=pack)
            except VcsFault as fault:
                sent = replace(sent, refusal=str(fault))
            with suppress(OSError, ValueError):  # the worker is gone, which Dask will notice
                workers = [message["address"]]
                await self._client.run(take_on_worker, sent, workers=workers, on_error="ignore")

    async def _brought_back(self, order: UnitOrder, delivery: Delivery) -> UnitResult:
        """The result, once its tree and its records are where those of the user are."""
        await asyncio.to_thread(self._keep_records, order, delivery)
        if delivery.bundle is None or self._home.trees is None:
            return delivery.result
        with TemporaryDirectory(prefix="architect-") as folder:
            file = Path(folder) / "result.bundle"
            file.write_bytes(delivery.bundle)
            try:
                commit = await self._home.trees.take(order.workflow_id, file)
            except VcsFault as fault:
                raise UnitLostError(str(fault)) from fault
        return replace(delivery.result, tree=commit)

    def _keep_records(self, order: UnitOrder, delivery: Delivery) -> None:
        folder = self._home.records_of_units(order.workflow_id)
        for name, content in delivery.records:
            path = folder / name
            if not _is_of_session(name, order.session_id):
                continue
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_bytes(content)
            if self._home.ledger is not None and path.suffix == ".jsonl":
                _enter(self._home.ledger(), content, path)


def _is_of_session(name: str, session_id: SessionId) -> bool:
    parts = name.split("/")
    return parts[0].startswith(session_id) and not {"", ".", ".."} & set(parts)


def _enter(ledger: CostLedger, journal: bytes, path: Path) -> None:
    with suppress(JournalFault):  # of another version: what it cost is in the workflow all the same
        for record in records_of(journal.split(b"\n")[:-1], shown_as=str(path)):
            ledger.show(record)
