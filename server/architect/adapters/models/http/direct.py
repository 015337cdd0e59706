"""A client of servers that are reached directly.

httpx, which is used through proxies, is a third of the time to the first request of a run, and
takes 1 ms of each; asking one server over connections of one's own needs little of it.
"""

import asyncio
import ssl
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager

import h11

from architect.adapters.models.http.address import Address, plain_address
from architect.adapters.models.http.connection import Connection, connect
from architect.adapters.models.http.content_coding import TAKEN, decoder_for
from architect.adapters.models.http.exchanges import HttpError, HttpResponse
from architect.l10n import english

KEEP_ALIVE_S = 60.0
"""How long an idle connection is kept: a tool may run that long between two requests."""


class DirectResponse:
    """The answer on a connection."""

    def __init__(self, url: str, head: h11.Response, connection: Connection) -> None:
        self.url = url
        self.status = head.status_code
        self.headers: Mapping[str, str] = _headers(head)
        self._connection = connection

    async def pieces(self) -> AsyncIterator[bytes]:
        decoder = decoder_for(self.headers.get("content-encoding", ""))
        try:
            async for piece in self._connection.pieces():
                if decoded := decoder.decode(piece):
                    yield decoded
            if rest := decoder.end():
                yield rest
        except zlib.error as error:
            raise HttpError(str(error)) from error


class DirectClient:
    """`trust` says whom to believe that speaks TLS; all that is asked has a plain address."""

    def __init__(self, trust: ssl.SSLContext | None) -> None:
        self._trust = trust
        self._idle: dict[tuple[str, str, int], list[Connection]] = {}
        self._busy: set[Connection] = set()

    @asynccontextmanager
    async def stream(
        self, method: str, url: str, *, headers: Mapping[str, str], content: bytes = b""
    ) -> AsyncGenerator[HttpResponse]:
        address = plain_address(url)
        if address is None:
            raise HttpError(english("{url!r} is no address", url=url))
        connection = self._kept(address) or await connect(address, self._trust)
        self._busy.add(connection)
        try:
            await connection.send(_request(method, address, headers, content), content)
            yield DirectResponse(url, await connection.response(), connection)
        finally:
            self._busy.discard(connection)
            self._keep(address, connection)

    async def aclose(self) -> None:
        kept = [connection for each in self._idle.values() for connection in each]
        self._idle.clear()
        for connection in (*kept, *self._busy):
            connection.close()
            await connection.closed()

    def _kept(self, address: Address) -> Connection | None:
        """A connection that can be used once more."""
        connections = self._idle.get(_place(address), [])
        now = asyncio.get_running_loop().time()
        while connections:
            connection = connections.pop()
            if now - connection.idle_since < KEEP_ALIVE_S and connection.is_usable():
                return connection
            connection.close()
        return None

    def _keep(self, address: Address, connection: Connection) -> None:
        """Keep a connection for the next request if the last one is answered to its end."""
        if not connection.ready_again():
            connection.close()
            return
        connection.idle_since = asyncio.get_running_loop().time()
        self._idle.setdefault(_place(address), []).append(connection)


def _place(address: Address) -> tuple[str, str, int]:
    return address.scheme, address.host, address.port


def _request(
    method: str, address: Address, headers: Mapping[str, str], content: bytes
) -> h11.Request:
    length = {"Content-Length": str(len(content))} if method == "POST" else {}
    ours = {
        "Host": address.authority,
        "Accept": "*/*",
        "Accept-Encoding": TAKEN,
        "User-Agent": "architect",
        **length,
    }
    given = {name.lower() for name in headers}
    sent = {name: value for name, value in ours.items() if name.lower() not in given}
    return h11.Request(
        method=method, target=address.target, headers=[*sent.items(), *headers.items()]
    )


def _headers(head: h11.Response) -> dict[str, str]:
    """By their names in lower case; those that are there twice are joined."""
    found: dict[str, str] = {}
    for name, value in head.headers:
        key, text = name.decode("ascii"), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found
