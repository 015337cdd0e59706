"""Signing in to a server over HTTP by OAuth, in a browser, and the tokens that come of it.

https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization. The flow is the SDK's;
the page comes back to a port of this machine, RFC 8252.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from architect.adapters.mcp.tokens import KeptTokens
from architect.domain.errors import UserError
from architect.domain.escape_controls import escape_controls
from architect.domain.mcp_server import McpServer
from architect.frozen import frozen
from architect.l10n import english

if TYPE_CHECKING:
    from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider

SIGN_IN_S = 300.0
"""For a person in a browser."""

_LONGEST_REQUEST = 65_536
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_PAGE = b"<!doctype html><title>architect</title><p>%s You can close this page.</p>"
_SAID = {True: b"You are signed in.", False: b"The sign-in was not completed."}


def stored_sign_in(server: McpServer, kept: KeptTokens) -> "OAuthClientProvider | None":
    """What signs requests by the tokens of an earlier sign-in, and renews them; None without any.

    It opens no browser: tokens that cannot be renewed are an error that says what to do.
    """
    if not kept.load():
        return None

    ended = UserError(
        english(
            "the sign-in has expired, or is not accepted; sign in anew: architect mcp login {name}",
            name=server.name,
        )
    )

    async def refuse(_: str) -> None:
        raise ended

    async def nobody() -> "AuthorizationCodeResult":
        raise ended

    return _provider(server, kept, refuse, nobody, port=1)


@asynccontextmanager
async def new_sign_in(
    server: McpServer, kept: KeptTokens, show: Callable[[str], Awaitable[None]]
) -> AsyncGenerator["OAuthClientProvider"]:
    """What signs in anew when it is used: `show` brings the user to an address.

    Raises:
        UserError: the address is none for a browser, or nobody came back in 300 s.
    """
    loop = asyncio.get_running_loop()
    came_back: asyncio.Future[AuthorizationCodeResult] = loop.create_future()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            target = (await reader.readuntil(b"\r\n")).split(b" ")[1].decode("ascii")
            await reader.readuntil(b"\r\n\r\n")
            _respond(writer, _take(target, came_back))
            await writer.drain()
        writer.close()

    async def redirect(address: str) -> None:
        parts = urlsplit(address)
        is_near = parts.hostname in LOOPBACK
        if parts.scheme != "https" and not (parts.scheme == "http" and is_near):
            shown = escape_controls(address[:200])
            raise UserError(
                english(
                    "the server wants you to sign in at {address!r}, which is not https",
                    address=shown,
                )
            )
        await show(address)

    async def callback() -> "AuthorizationCodeResult":
        try:
            async with asyncio.timeout(SIGN_IN_S):
                return await came_back
        except TimeoutError as late:
            raise UserError(
                english("nobody signed in within {sign_in_s:g} s", sign_in_s=SIGN_IN_S)
            ) from late

    listening = await asyncio.start_server(answer, "127.0.0.1", 0, limit=_LONGEST_REQUEST)
    async with listening:
        port = listening.sockets[0].getsockname()[1]
        kept.forget()
        yield _provider(server, kept, redirect, callback, port=port)


@frozen
class _Page:
    status: bytes
    text: bytes


def _take(target: str, came_back: "asyncio.Future[AuthorizationCodeResult]") -> _Page:
    """What a browser that comes to `target` is shown; the first that brings an answer counts."""
    from mcp.client.auth import AuthorizationCodeResult

    parts = urlsplit(target)
    given = {name: values[0] for name, values in parse_qs(parts.query).items()}
    if parts.path != "/callback" or not ({"code", "error"} & given.keys()):
        return _Page(b"404 Not Found", b"There is nothing here.")
    if not came_back.done():
        if "code" in given:
            came_back.set_result(
                AuthorizationCodeResult(
                    code=given["code"], state=given.get("state"), iss=given.get("iss")
                )
            )
        else:
            why = given.get("error_description") or given["error"]
            came_back.set_exception(
                UserError(english("the sign-in was refused: {why}", why=why[:300]))
            )
    return _Page(b"200 OK", _SAID["code" in given])


def _respond(writer: asyncio.StreamWriter, page: _Page) -> None:
    body = _PAGE % page.text
    head = b"HTTP/1.1 %b\r\nContent-Type: text/html\r\nContent-Length: %d\r\n"
    writer.write(head % (page.status, len(body)) + b"Connection: close\r\n\r\n" + body)


def _provider(
    server: McpServer,
    kept: KeptTokens,
    redirect: Callable[[str], Awaitable[None]],
    callback: "Callable[[], Awaitable[AuthorizationCodeResult]]",
    *,
    port: int,
) -> "OAuthClientProvider":
    from mcp.client.auth import OAuthClientProvider
    from mcp.shared.auth import OAuthClientMetadata

    provider: OAuthClientProvider

    def found() -> dict[str, Any]:
        context = provider.context
        parts = {
            "metadata": context.oauth_metadata,
            "resource": context.protected_resource_metadata,
        }
        return {
            "server": context.auth_server_url,
            **{name: part and part.model_dump(mode="json") for name, part in parts.items()},
        }

    metadata = OAuthClientMetadata.model_validate(
        {
            "redirect_uris": [f"http://127.0.0.1:{port}/callback"],
            "client_name": "architect",
        }
    )
    provider = OAuthClientProvider(server.url, metadata, _Storage(kept, found), redirect, callback)
    _restore(provider, kept)
    return provider


def _restore(provider: "OAuthClientProvider", kept: KeptTokens) -> None:
    """Give the provider what it found when it signed in: the SDK keeps that for one process."""
    from mcp.shared.auth import OAuthMetadata, ProtectedResourceMetadata

    known, context = kept.load(), provider.context
    if not known:
        return
    context.token_expiry_time = known.get("expires_at")
    found: dict[str, Any] = known.get("found") or {}
    context.auth_server_url = found.get("server")
    if metadata := found.get("metadata"):
        context.oauth_metadata = OAuthMetadata.model_validate(metadata)
    if resource := found.get("resource"):
        context.protected_resource_metadata = ProtectedResourceMetadata.model_validate(resource)


class _Storage:
    """A `TokenStorage` of the SDK."""

    def __init__(self, kept: KeptTokens, found: Callable[[], dict[str, Any]]) -> None:
        self._kept = kept
        self._found = found

    async def get_tokens(self) -> Any:
        from mcp.shared.auth import OAuthToken

        tokens = (await asyncio.to_thread(self._kept.load)).get("tokens")
        return OAuthToken.model_validate(tokens) if tokens else None

    async def set_tokens(self, tokens: Any) -> None:
        lasts_s = tokens.expires_in
        kept: dict[str, Any] = {
            "tokens": tokens.model_dump(mode="json"),
            "expires_at": None if lasts_s is None else time.time() + lasts_s,
            "found": self._found(),
        }
        await asyncio.to_thread(self._kept.save, kept)

    async def get_client_info(self) -> Any:
        from mcp.shared.auth import OAuthClientInformationFull

        client = (await asyncio.to_thread(self._kept.load)).get("client")
        return OAuthClientInformationFull.model_validate(client) if client else None

    async def set_client_info(self, client_info: Any) -> None:
        kept = {"client": client_info.model_dump(mode="json")}
        await asyncio.to_thread(self._kept.save, kept)
