"""Runs of other daemons, or of the command line, that are looked for in each root."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from architect.domain.ids import HunkId, RunId
from architect.frozen import frozen


@frozen
class Found:
    """Runs, the newest first, and where they left something, as the front end names files.

    `stood` are the hunks of them that stood then, or in a search before.
    """

    runs: tuple[RunId, ...] = ()
    names: tuple[str, ...] = ()
    stood: frozenset[HunkId] = frozenset()


Search = Callable[[], Awaitable[Found]]

_NOTHING = Found()


class EarlierRuns:
    """What a search found, root by root; it goes on beside whatever asked for it.

    `told` hears the names of the files in which something else was found than before.
    """

    def __init__(self, told: Callable[[Sequence[str]], None]) -> None:
        self._told = told
        self._found: dict[Path, Found] = {}
        self._stamps: dict[Path, object] = {}
        self._searches: dict[Path, asyncio.Task[None]] = {}

    def of(self, root: Path, search: Search, *, stamp: object) -> Sequence[RunId]:
        """The runs found in `root` so far; none if nobody has asked yet.

        A search begins if the journals there have another `stamp` than when the last one began,
        which another process may have written to since, unless that one still goes on.
        """
        is_known = root in self._stamps and self._stamps[root] == stamp
        if not is_known and root not in self._searches:
            self._stamps[root] = stamp
            self._searches[root] = asyncio.create_task(self._look(root, search))
        return self._found.get(root, _NOTHING).runs

    def stood(self, root: Path) -> frozenset[HunkId]:
        """The hunks that stood in `root` when they were looked for."""
        return self._found.get(root, _NOTHING).stood

    async def _look(self, root: Path, search: Search) -> None:
        before = self._found.get(root, _NOTHING)
        try:
            now = self._found[root] = await search()
        finally:
            del self._searches[root]
        if now != before:
            self._told(tuple(dict.fromkeys((*before.names, *now.names))))
