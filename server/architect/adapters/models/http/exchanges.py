"""What asks over HTTP, however it does so."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol


class HttpError(Exception):
    """The connection failed, or what came over it is no HTTP; the text says why."""


class HttpResponse(Protocol):
    """`headers` are looked up in lower case."""

    @property
    def url(self) -> str: ...

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    def pieces(self) -> AsyncIterator[bytes]:
        """The body as it comes, without the encoding of its transfer.

        Raises:
            HttpError: it breaks off.
        """
        ...


class HttpClient(Protocol):
    """Keeps connections for the requests that follow; redirects are answers."""

    def stream(
        self, method: str, url: str, *, headers: Mapping[str, str], content: bytes = b""
    ) -> AbstractAsyncContextManager[HttpResponse]:
        """Ask, and give the response once its headers are there.

        Raises:
            HttpError: there is none.
        """
        ...

    async def aclose(self) -> None: ...


def is_success(response: HttpResponse) -> bool:
    return 200 <= response.status < 300
