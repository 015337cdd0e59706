"""Runs of other daemons, or of the command line, that are looked for in each root."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from architect.domain.ids import HunkId, RunId
from architect.frozen import frozen


@frozen
class Found:
    """Runs, the newest first, and where they left something, as the front end names files.

    `stood` are the hunks of them that stood then, or in a search before. `gone` are files of other
    runs, whose hunks nobody has decided about, and none of which stood.
    """

    runs: tuple[RunId, ...] = ()
    names: tuple[str, ...] = ()
    stood: frozenset[HunkId] = frozenset()
    gone: frozenset[Path] = frozenset()


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
        self._opened: dict[Path, str] = {}
        """While somebody searches: the search may have seen the disk alone."""

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

    def opened(self, path: Path, name: str) -> None:
        """Somebody opened a file, perhaps with a text that is not on the disk.

        So an editor does that was closed with unsaved changes.
        """
        if self._searches:
            self._opened[path] = name
        for root, found in self._found.items():
            if path in found.gone:
                self._search_again(root, [name])

    def _search_again(self, root: Path, names: Sequence[str]) -> None:
        self._stamps.pop(root, None)
        self._told(names)

    async def _look(self, root: Path, search: Search) -> None:
        before = self._found.get(root, _NOTHING)
        try:
            now = self._found[root] = await search()
        finally:
            del self._searches[root]
            opened = {**self._opened}
            if not self._searches:
                self._opened.clear()
        if now != before:
            self._told(tuple(dict.fromkeys((*before.names, *now.names))))
        if late := [name for path, name in opened.items() if path in now.gone]:
            self._search_again(root, late)
