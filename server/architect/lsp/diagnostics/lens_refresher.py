"""Having the editor ask for lenses again."""

import asyncio
from contextlib import suppress

from architect.jsonrpc.client import Client, ClientFault

_TIMEOUT_S = 10.0


class LensRefresher:
    """Asks once at a time; what changes while the editor is asked is asked for afterwards."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._asking: asyncio.Task[None] | None = None
        self._again = False

    def refresh(self, _: object = None) -> None:
        """The lenses have changed."""
        self._again = True
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        while self._again:
            self._again = False
            with suppress(ClientFault):
                await self._client.request("workspace/codeLens/refresh", None, timeout_s=_TIMEOUT_S)
