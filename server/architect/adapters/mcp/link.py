"""One connection of a server, from its start to its end."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp.client.client import Client


class Link:
    """Whether it is there, was lost, and has news; what is over stays over."""

    def __init__(self) -> None:
        self.client: Client | None = None
        self.settled = asyncio.Event()
        self.is_stale = False
        """Its tools have changed since they were listed."""
        self._is_over = False
        self._news = asyncio.Event()

    def end(self) -> None:
        self.client = None
        self._is_over = True
        self.settled.set()
        self._news.set()

    def tools_changed(self) -> None:
        self.is_stale = True
        self._news.set()

    async def is_wanted_again(self) -> bool:
        """Wait until its tools have changed; false if it is over before."""
        while not (self.is_stale or self._is_over):
            await self._news.wait()
            self._news.clear()
        return not self._is_over

    async def goes_on_for(self, seconds: float) -> bool:
        """Whether it is not over by then."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._is_over:
                    await self._news.wait()
                    self._news.clear()
        return not self._is_over
