"""The names of the files of a workspace, for whoever types one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from architect.domain.errors import PortFault
from architect.domain.files.name_match import Named, named
from architect.domain.paths import Access
from architect.ports.clock import Clock
from architect.ports.workspace import Workspace

MOST_NAMES = 50_000
FRESH_S = 2.0
"""Older names are looked up again, beside the answer."""

OLD_S = 60.0
"""For names that are older than this, whoever asks waits."""


async def names_in(workspace: Workspace) -> Sequence[Named]:
    """All files and folders of `workspace`, without what git ignores; none if it has no folder."""
    root = workspace.locate(".", Access.READ)
    try:
        listing = await workspace.list(root, recursive=True, limit=MOST_NAMES)
    except PortFault:
        return ()
    entries = listing.entries
    return await asyncio.to_thread(
        lambda: [named(one.relative, is_folder=one.is_folder) for one in entries]
    )


class FileNames:
    """What `look` finds, kept for a while: typing asks for it with every key."""

    def __init__(self, look: Callable[[], Awaitable[Sequence[Named]]], clock: Clock) -> None:
        self._look = look
        self._clock = clock
        self._names: Sequence[Named] = ()
        self._at: float | None = None
        self._looking: asyncio.Task[None] | None = None

    async def get(self) -> Sequence[Named]:
        """The names as of some seconds ago, or of now if there are no newer ones than a minute."""
        age = OLD_S if self._at is None else self._clock.monotonic() - self._at
        if age >= FRESH_S and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._refresh())
        if age >= OLD_S and self._looking is not None:
            await asyncio.wait([self._looking])
        return self._names

    async def aclose(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking

    async def _refresh(self) -> None:
        began = self._clock.monotonic()
        self._names = await self._look()
        self._at = began
