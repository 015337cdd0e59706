"""The worker processes of this process, which stay for the units to come."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from architect.adapters.units.worker import Worker


class WorkerPool:
    """Starts as many as are needed at the same time, each running `module` in the folder `cwd`."""

    def __init__(self, module: str, environ: Mapping[str, str], *, cwd: Path) -> None:
        self._module = module
        self._environ = environ
        self._cwd = cwd
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()

    async def take(self) -> Worker:
        """One that nobody else has.

        Raises:
            UnitLostError: it cannot be started.
        """
        while self._idle:
            worker = self._idle.pop()
            if not worker.is_lost:
                return worker
            await self._end(worker)
        worker = Worker(self._module, self._environ, cwd=self._cwd)
        await worker.start()
        self._all.add(worker)
        return worker

    async def give_back(self, worker: Worker) -> None:
        if worker.is_lost:
            await self._end(worker)
        else:
            self._idle.append(worker)

    async def end_idle(self) -> None:
        """End those that nobody has."""
        idle, self._idle = self._idle, []
        await asyncio.gather(*map(self._end, idle))

    async def aclose(self) -> None:
        """End all, with everything they started."""
        self._idle.clear()
        await asyncio.gather(*map(self._end, list(self._all)))

    async def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        await worker.aclose()
