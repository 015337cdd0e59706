"""The ways to a server that is somewhere: streamable HTTP, and SSE as servers spoke it before 2025.

https://modelcontextprotocol.io/specification/2025-11-25/basic/transports. To be imported where such
a server is connected: httpx2 comes with it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx2

from architect.adapters.mcp.sign_in import LOOPBACK
from architect.adapters.mcp.stdio import LONGEST_MESSAGE
from architect.domain.errors import UserError
from architect.domain.mcp_server import McpServer
from architect.l10n import english

if TYPE_CHECKING:
    from mcp.client.auth import OAuthClientProvider

OnRequest = Callable[[httpx2.Request], Awaitable[None]]
OnAnswer = Callable[[httpx2.Response], Awaitable[None]]
"""Is given every response of the server before its body is read."""

_CONNECT_S = 30.0
_STREAM_S = 300.0
"""For the next piece of a stream."""


async def http_transport(
    server: McpServer,
    auth: "OAuthClientProvider | None",
    resources: AsyncExitStack,
    *,
    on_answer: OnAnswer,
) -> Any:
    """What talks to the server, until `resources` are closed.

    A response that is longer than any message may be is not read to its end. Whatever goes to
    another place than the server, as a sign-in does, goes there by https.
    """
    keep_safe = partial(_keep_safe, httpx2.URL(server.url))
    if server.is_sse:
        from mcp.client.sse import sse_client

        def client(
            headers: dict[str, str] | None = None,
            timeout: httpx2.Timeout | None = None,
            auth: httpx2.Auth | None = None,
        ) -> httpx2.AsyncClient:
            return _client(headers or {}, auth, keep_safe, on_answer)

        headers = dict(server.headers)
        return sse_client(server.url, headers=headers, httpx_client_factory=client, auth=auth)
    from mcp.client.streamable_http import streamable_http_client

    http = await resources.enter_async_context(_client(server.headers, auth, keep_safe, on_answer))
    return streamable_http_client(server.url, http_client=http, max_sse_event_size=LONGEST_MESSAGE)


def _client(
    headers: Mapping[str, str],
    auth: httpx2.Auth | None,
    on_request: OnRequest,
    on_answer: OnAnswer,
) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(
        # What is compressed has no length that could be limited.
        headers={"Accept-Encoding": "identity", **headers},
        auth=auth,
        timeout=httpx2.Timeout(_CONNECT_S, read=_STREAM_S),
        event_hooks={"request": [on_request], "response": [on_answer, _limit]},
    )


async def _keep_safe(server: httpx2.URL, request: httpx2.Request) -> None:
    """Let a request go to the server, to this machine, or by https.

    Raises:
        UserError: it would tell others what it says.
    """
    url = request.url
    is_there = (url.scheme, url.host, url.port) == (server.scheme, server.host, server.port)
    if url.scheme != "https" and url.host not in LOOPBACK and not is_there:
        place = f"{url.scheme}://{url.host}"
        raise UserError(
            english("it sends the sign-in to {place!r}, which is not https", place=place)
        )


async def _limit(response: httpx2.Response) -> None:
    """Have the body end where no message would go on.

    Raises:
        httpx2.ReadError: it is compressed.
    """
    encoding = response.headers.get("content-encoding", "identity").lower()
    if encoding != "identity":
        raise httpx2.ReadError(
            english(
                "it compresses its answers ({encoding!r}), which nobody asked for",
                encoding=encoding,
            )
        )
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _Limited(response.stream)


class _Limited(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = LONGEST_MESSAGE
        async for chunk in self._stream:
            left -= len(chunk)
            if left < 0:
                raise httpx2.StreamError(
                    english(
                        "it sends more than {longest_message:,} bytes",
                        longest_message=LONGEST_MESSAGE,
                    )
                )
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
