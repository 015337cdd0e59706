"""Background commands that the user keeps beyond the end of their runs."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from architect.app.event_log import EventLog
from architect.domain.ids import RunId
from architect.domain.journal.background_events import BackgroundEnded
from architect.frozen import frozen
from architect.ports.background_commands import KeptCommand


@frozen
class _Kept:
    root: Path
    command: KeptCommand


class KeptCommands:
    """Those of this process, which end with it at the latest."""

    def __init__(self) -> None:
        self._kept: dict[tuple[RunId, str], _Kept] = {}

    def keeper(self, root: Path, log: EventLog) -> "Keeper":
        """What takes those of a run in `root`, whose `log` shows their ends."""
        return Keeper(self, root, log)

    def add(self, root: Path, run_id: RunId, command: KeptCommand, log: EventLog) -> None:
        key = (run_id, command.handle)

        def ended(future: "asyncio.Future[BackgroundEnded]") -> None:
            self._kept.pop(key, None)
            if not future.cancelled():
                log.show_late(datetime.now(UTC), future.result())

        self._kept[key] = _Kept(root, command)
        command.ended.add_done_callback(ended)

    async def stop(self, run_id: RunId, handle: str) -> bool:
        """End one of them; False if there is none."""
        kept = self._kept.get((run_id, handle))
        if kept is None:
            return False
        await kept.command.end()
        return True

    async def end_in(self, root: Path) -> None:
        """End those of a folder."""
        await _all_ended([each for each in self._kept.values() if each.root == root])

    async def aclose(self) -> None:
        """End all of them."""
        await _all_ended([*self._kept.values()])


async def _all_ended(kept: list[_Kept]) -> None:
    await asyncio.gather(*(each.command.end() for each in kept), return_exceptions=True)


@frozen
class Keeper:
    """A `CommandKeeper` for one run."""

    kept: KeptCommands
    root: Path
    log: EventLog

    def take(self, run_id: RunId, command: KeptCommand) -> None:
        self.kept.add(self.root, run_id, command, self.log)
