"""The process behind `adapters.units.worker`: it runs the units that it is sent, one at a time."""

import asyncio
import os
from typing import Any

from architect.adapters.units.worker import DIALECT, RUN, SPENT, packed, unpacked
from architect.bootstrap.runtime import crash_log, kill_what_was_started
from architect.bootstrap.workflows.unit_job import do_job
from architect.domain.errors import ArchitectError
from architect.domain.usage import Usage
from architect.jsonrpc import json_rpc
from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.dispatcher import Dispatcher
from architect.jsonrpc.fence import Fence
from architect.jsonrpc.json_rpc import ErrorAnswer
from architect.jsonrpc.serving import serve_endpoint
from architect.jsonrpc.stdio import take_standard_streams
from architect.leaving import leave

_LOST = -32000


class UnitWorker:
    """What takes the messages of the owner."""

    def __init__(self, connection: StreamConnection) -> None:
        self._connection = connection
        self._fence = Fence(crash_log())
        self._running: set[asyncio.Task[Any]] = set()
        self._dispatcher = Dispatcher(
            connection,
            {RUN: self._run},
            {"unit/cancel": self._cancel},
            error_of=self._error_of,
            complain=lambda _, error: None,
        )

    def handle(self, message: Any) -> None:
        self._dispatcher.take(json_rpc.read(message))

    async def shutdown(self) -> None:
        self._cancel({})
        if self._running:
            await asyncio.wait(self._running)

    async def _run(self, params: dict[str, Any]) -> dict[str, Any]:
        def spent(usage: Usage, cost_usd: float | None) -> None:
            self._connection.notify(SPENT, {"reply": packed((usage, cost_usd))})

        task = asyncio.create_task(do_job(unpacked(params["job"]), os.environ, spent))
        self._running.add(task)
        try:
            return {"result": packed(await task)}
        finally:
            self._running.discard(task)

    def _cancel(self, params: dict[str, Any]) -> None:
        for task in self._running:
            task.cancel()

    def _error_of(self, error: BaseException, method: str, _: object) -> ErrorAnswer:
        if isinstance(error, ArchitectError):
            return ErrorAnswer(_LOST, str(error))
        if isinstance(error, asyncio.CancelledError):
            return ErrorAnswer(_LOST, "cancelled")
        return self._fence.answer(error, "a unit")


def main() -> None:
    """Serve the owner; afterwards nothing of what units started is left."""

    async def opened(connection: StreamConnection) -> UnitWorker:
        return UnitWorker(connection)

    try:
        serve_endpoint(
            take_standard_streams(), DIALECT, opened, crash_log=crash_log(), parent=os.getppid()
        )
    finally:
        kill_what_was_started()


if __name__ == "__main__":
    main()
    leave(0)
