"""Who may speak to the server over HTTP: whoever has its token, from this machine.

The checks of Host and Origin keep web pages out whose names lead here (DNS rebinding):
https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
"""

import hmac
import json
from collections.abc import Awaitable, Callable, Collection, MutableMapping, Sequence
from typing import Any

from architect.frozen import frozen

Headers = Sequence[tuple[bytes, bytes]]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
"""https://asgi.readthedocs.io/en/latest/specs/main.html"""

_UNSUPPORTED_VERSION = -32022


@frozen
class Refusal:
    """The answer to a request that goes no further; `error` is one of JSON-RPC."""

    status: int
    error: dict[str, Any]
    headers: tuple[tuple[bytes, bytes], ...] = ()


@frozen
class HttpGuard:
    """`versions` are those of the protocol that are spoken: clients of others ask for one then."""

    token: str
    port: int
    versions: Collection[str]

    def refusal(self, headers: Headers) -> Refusal | None:
        """Why a request with these headers, whose names are in lower case, is refused."""
        ours = {f"{name}:{self.port}".encode() for name in ("127.0.0.1", "localhost")}
        if _all(headers, b"host") not in [[name] for name in ours]:
            return Refusal(421, _error(-32600, "this server is asked for by another name"))
        if any(
            origin not in {b"http://" + name for name in ours}
            for origin in _all(headers, b"origin")
        ):
            return Refusal(403, _error(-32600, "web pages may not ask this server"))
        if not self._has_token(_all(headers, b"authorization")):
            asked = ((b"www-authenticate", b"Bearer"),)
            return Refusal(401, _error(-32600, "the token is missing or wrong"), asked)
        wanted = [each.decode("latin-1") for each in _all(headers, b"mcp-protocol-version")]
        if unknown := [each for each in wanted if each not in self.versions]:
            versions = {"supported": list(self.versions), "requested": unknown[0]}
            told = _error(_UNSUPPORTED_VERSION, "unsupported protocol version", versions)
            return Refusal(400, told)
        return None

    def _has_token(self, given: Sequence[bytes]) -> bool:
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(b" ")
        is_same = hmac.compare_digest(token.strip(), self.token.encode())
        return is_same and scheme.lower() == b"bearer"


def guarded(application: Application, guard: HttpGuard) -> Application:
    """`application` for requests that `guard` does not refuse."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        refusal = guard.refusal(scope["headers"]) if scope["type"] == "http" else None
        if refusal is None:
            await application(scope, receive, send)
            return
        body = json.dumps(refusal.error).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            *refusal.headers,
        ]
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return answer


def _all(headers: Headers, name: bytes) -> list[bytes]:
    return [value for key, value in headers if key.lower() == name]


def _error(code: int, message: str, more: Any = None) -> dict[str, Any]:
    error = {"code": code, "message": message} | ({} if more is None else {"data": more})
    return {"jsonrpc": "2.0", "id": None, "error": error}
