"""Runs of other daemons, or of the command line, that are looked for once in each root."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from architect.domain.ids import RunId

Search = Callable[[], Awaitable[Sequence[RunId]]]


class EarlierRuns:
    """What a search found, root by root; it goes on beside whatever asked for it."""

    def __init__(self) -> None:
        self._found: dict[Path, Sequence[RunId]] = {}
        self._searches: set[asyncio.Task[None]] = set()

    def of(self, root: Path, search: Search) -> Sequence[RunId]:
        """The runs found in `root`; none yet if this is the first call, which begins the search."""
        if root not in self._found:
            self._found[root] = ()
            task = asyncio.create_task(self._look(root, search))
            self._searches.add(task)
            task.add_done_callback(self._searches.discard)
        return self._found[root]

    async def _look(self, root: Path, search: Search) -> None:
        self._found[root] = await search()
