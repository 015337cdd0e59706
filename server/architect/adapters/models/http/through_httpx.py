"""A client that goes through proxies, and to addresses that are not plain."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from architect.adapters.models.http.exchanges import HttpError, HttpResponse

if TYPE_CHECKING:
    import httpx


class HttpxResponse:
    def __init__(self, response: "httpx.Response") -> None:
        self._response = response
        self.url = str(response.url)
        self.status = response.status_code
        self.headers: Mapping[str, str] = response.headers

    async def pieces(self) -> AsyncIterator[bytes]:
        import httpx

        try:
            async for piece in self._response.aiter_bytes():
                yield piece
        except httpx.HTTPError as error:
            raise _told(error) from error


class ThroughHttpx:
    def __init__(self, client: "httpx.AsyncClient") -> None:
        self._client = client

    @asynccontextmanager
    async def stream(
        self, method: str, url: str, *, headers: Mapping[str, str], content: bytes = b""
    ) -> AsyncGenerator[HttpResponse]:
        import httpx

        body = content if method == "POST" else None
        try:
            async with self._client.stream(method, url, headers=headers, content=body) as response:
                yield HttpxResponse(response)
        except httpx.HTTPError as error:
            raise _told(error) from error

    async def aclose(self) -> None:
        await self._client.aclose()


def _told(error: "httpx.HTTPError") -> HttpError:
    return HttpError(str(error) or type(error).__name__)
