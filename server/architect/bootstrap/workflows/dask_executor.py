"""Units on the workers of a Dask scheduler.

Dask distributes them, moves what they need and brings, and notices lost workers. What may start,
and whether a lost unit starts again, is not decided here.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from distributed import Event, KilledWorker
from distributed.client import FutureCancelledError

from architect.adapters.records.cost_ledger import CostLedger
from architect.adapters.records.journal_reader import records_of
from architect.adapters.trees.packs import pack_of
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.bootstrap.workflows.dask_worker import (
    SentTree,
    leave_worker,
    run_on_worker,
    stop_on_worker,
    take_on_worker,
)
from architect.bootstrap.workflows.shipment import Delivery, Shipment
from architect.domain.errors import JournalFault, UnitLostError, VcsFault
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.usage import Usage
from architect.domain.workflows.unit import UnitResult
from architect.ports.unit_executor import Spent, UnitOrder

_STOPPED_S = 20.0
"""How long a worker may take to end a unit; one that does not answer is lost."""


class _OnItsWay:
    """A unit that Dask has: what it spent so far, and the worker where it runs."""

    def __init__(self, order: UnitOrder, spent: Spent) -> None:
        self.order = order
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

    def __init__(
        self,
        client: Any,
        ship: Callable[[UnitOrder], Shipment],
        trees: RepositoryTrees,
        *,
        root: Path,
        records_of_units: Callable[[WorkflowId], Path],
        ledger: Callable[[], CostLedger] | None,
    ) -> None:
        self._client = client
        self._ship = ship
        self._trees = trees
        self._root = root
        self._records_of_units = records_of_units
        self._ledger = ledger
        self._topic = f"architect-{os.urandom(8).hex()}"
        self._units: dict[str, _OnItsWay] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._shipped: Shipment | None = None
        client.subscribe_topic(self._topic, self._told)

    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        self._shipped = shipment = self._ship(order)
        key = f"architect-{order.session_id}-{os.urandom(4).hex()}"
        unit = self._units[key] = _OnItsWay(order, spent)
        future = self._client.submit(run_on_worker, shipment, key, self._topic, key=key, pure=False)
        try:
            delivery = await _outcome(future)
            unit.complete(delivery.replies)
            return await self._brought_back(order, delivery)
        except asyncio.CancelledError:
            await asyncio.shield(self._stop(key, unit.address, future))
            raise
        finally:
            del self._units[key]
            future.release()
            with suppress(OSError):
                await Event(key, client=self._client).clear()

    async def drop(self, order: UnitOrder) -> None:
        """Nothing: a worker keeps nothing of a unit that is over."""

    async def aclose(self) -> None:
        for task in self._sending:
            task.cancel()
        if (last := self._shipped) is None:
            return
        with suppress(OSError, TimeoutError):
            order = last.order
            leaving = self._client.run(
                *(leave_worker, order.workflow_id, last.project, order.tree), on_error="ignore"
            )
            await asyncio.wait_for(leaving, _STOPPED_S)

    async def _stop(self, key: str, address: str, future: Any) -> None:
        """Have Dask forget a unit, and wait for the end of what runs."""
        with suppress(OSError, ValueError, TimeoutError):
            await self._client.cancel([future], force=True)
            if address:
                stopping = self._client.run(
                    stop_on_worker, key, workers=[address], on_error="ignore"
                )
                await asyncio.wait_for(stopping, _STOPPED_S)

    def _told(self, event: tuple[float, dict[str, Any]]) -> None:
        """Take a message of a unit: a reply of its model, or where it runs and what it wants."""
        _, message = event
        unit = self._units.get(message["key"])
        if unit is not None and "usage" in message:
            unit.reply(Usage(**message["usage"]), message["cost_usd"])
        elif unit is not None:
            unit.address = message["address"]
        if "wants" in message:
            sending = self._send_tree(message["wants"], message["has"], message["address"])
            task = asyncio.ensure_future(sending)
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send_tree(self, commit: str, has: Sequence[str], address: str) -> None:
        """Give a worker what it lacks of a tree, or say why it will not get it."""
        assert self._shipped is not None
        sent = SentTree(
            workflow_id=self._shipped.order.workflow_id,
            project=self._shipped.project,
            topic=self._topic,
            commit=commit,
        )
        try:
            packing = partial(pack_of, self._root, commit, there=has)
            sent = replace(sent, pack=await asyncio.to_thread(packing))
        except VcsFault as fault:
            sent = replace(sent, refusal=str(fault))
        with suppress(OSError, ValueError):  # the worker is gone, which Dask will notice
            await self._client.run(take_on_worker, sent, workers=[address], on_error="ignore")

    async def _brought_back(self, order: UnitOrder, delivery: Delivery) -> UnitResult:
        """The result, once its tree and its records are where those of the user are."""
        await asyncio.to_thread(self._keep_records, order, delivery)
        if delivery.bundle is None:
            return delivery.result
        with TemporaryDirectory(prefix="architect-") as folder:
            file = Path(folder) / "result.bundle"
            file.write_bytes(delivery.bundle)
            try:
                commit = await self._trees.take(order.workflow_id, file)
            except VcsFault as fault:
                raise UnitLostError(str(fault)) from fault
        return replace(delivery.result, tree=commit)

    def _keep_records(self, order: UnitOrder, delivery: Delivery) -> None:
        folder = self._records_of_units(order.workflow_id)
        for name, content in delivery.records:
            path = folder / name
            if not _is_of_session(name, order.session_id):
                continue
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_bytes(content)
            if self._ledger is not None and path.suffix == ".jsonl":
                _enter(self._ledger(), content, path)


def _is_of_session(name: str, session_id: SessionId) -> bool:
    parts = name.split("/")
    return parts[0].startswith(session_id) and not {"", ".", ".."} & set(parts)


def _enter(ledger: CostLedger, journal: bytes, path: Path) -> None:
    with suppress(JournalFault):  # of another version: what it cost is in the workflow all the same
        for record in records_of(journal.split(b"\n")[:-1], shown_as=str(path)):
            ledger.show(record)


async def _outcome(future: Any) -> Delivery:
    """What the task of a unit gave.

    Raises:
        UnitLostError: Dask gives up, or the task raised it.
    """
    error: BaseException | None = await future.exception()
    if error is None and future.cancelled():
        raise UnitLostError("the scheduler does not know it any more")
    if error is not None:
        raise error if isinstance(error, UnitLostError) else UnitLostError(_said(error))
    try:
        return await future
    except (KilledWorker, FutureCancelledError) as error:  # with the result, before it was here
        raise UnitLostError(_said(error)) from error


def _said(error: BaseException) -> str:
    said = " ".join(str(error).split())
    return f"its worker failed: {type(error).__name__}: {said}"[:300]
