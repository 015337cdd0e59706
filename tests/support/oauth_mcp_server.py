"""An MCP server that wants a sign-in, and what gives it: `python oauth_mcp_server.py WAY`.

It says its port first. Strict by RFC 6749, 7591, 7636, 8414, 8707, 9207 and 9728: what a client
leaves out is refused. WAY: `plain`, `ends` (a token ends when it is to be renewed), `refuses` (the
user says no), `elsewhere` (the sign-in is at a plain address of somebody else), `other-issuer`,
`other-state`, `token-elsewhere` (the code is to be sent to somebody else, in the open),
`token-redirects` (there by a redirect), `other-resource`, `issuer-elsewhere`.
"""

import base64
import hashlib
import secrets
import socket
import sys
import time
from typing import Any
from urllib.parse import urlencode

import uvicorn
from mcp.server.mcpserver import MCPServer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

WAY = sys.argv[1]
LASTS_S = 3600
listening = socket.create_server(("127.0.0.1", 0))
PORT = listening.getsockname()[1]
BASE = f"http://127.0.0.1:{PORT}"
words = MCPServer("words")
clients: dict[str, str] = {}
"""Their redirect addresses by their names."""
codes: dict[str, tuple[str, str]] = {}
"""The client and the challenge of each code that was not used yet."""
access: dict[str, float] = {}
"""When each token ends."""
renewals: dict[str, str] = {}


@words.tool()
def look_up(word: str) -> str:
    """Look a word up."""
    return f"look_up: {word}"


def guarded(app: Any) -> Any:
    async def call(scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope.get("headers", ()))
        token = headers.get(b"authorization", b"").decode().removeprefix("Bearer ")
        if scope["type"] == "http" and access.get(token, 0) < time.time():
            where = f'Bearer resource_metadata="{BASE}/.well-known/oauth-protected-resource/mcp"'
            response = PlainTextResponse("who?", 401, {"WWW-Authenticate": where})
            await response(scope, receive, send)
            return
        await app(scope, receive, send)

    return call


def resource(_: Request) -> Response:
    named = "https://evil.example/mcp" if WAY == "other-resource" else f"{BASE}/mcp"
    issuer = "http://evil.example" if WAY == "issuer-elsewhere" else f"{BASE}/as"
    return JSONResponse({"resource": named, "authorization_servers": [issuer]})


def metadata(_: Request) -> Response:
    return JSONResponse(
        {
            "issuer": "https://evil.example" if WAY == "other-issuer" else f"{BASE}/as",
            "authorization_endpoint": "http://evil.example/authorize"
            if WAY == "elsewhere"
            else f"{BASE}/authorize",
            "token_endpoint": "http://evil.example/token"
            if WAY == "token-elsewhere"
            else f"{BASE}/as/token",
            "registration_endpoint": f"{BASE}/as/register",
            "response_types_supported": ["code"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
    )


async def register(request: Request) -> Response:
    given = await request.json()
    [redirect] = given["redirect_uris"]
    assert redirect.startswith("http://127.0.0.1:")
    client = secrets.token_hex(4)
    clients[client] = redirect
    return JSONResponse({**given, "client_id": client}, 201)


def authorize(request: Request) -> Response:
    given = request.query_params
    assert clients[given["client_id"]] == given["redirect_uri"]
    assert given["code_challenge_method"] == "S256"
    assert given["resource"] == f"{BASE}/mcp"
    state = "guessed" if WAY == "other-state" else given["state"]
    answer = {"state": state, "iss": f"{BASE}/as"}
    if WAY == "refuses":
        answer |= {"error": "access_denied", "error_description": "you said no"}
    else:
        code = secrets.token_hex(8)
        codes[code] = (given["client_id"], given["code_challenge"])
        answer["code"] = code
    return RedirectResponse(f"{given['redirect_uri']}?{urlencode(answer)}", 302)


async def token(request: Request) -> Response:
    given = {name: str(value) for name, value in (await request.form()).items()}
    if WAY == "token-redirects":
        return RedirectResponse("http://127.0.0.1:9/token", 307)
    client = given["client_id"]
    if client not in clients or given["resource"] != f"{BASE}/mcp":
        return JSONResponse({"error": "invalid_client"}, 401)
    if given["grant_type"] == "refresh_token":
        access.clear()
        if WAY == "ends" or renewals.pop(given["refresh_token"], None) != client:
            return JSONResponse({"error": "invalid_grant"}, 400)
    else:
        owner, challenge = codes.pop(given["code"])
        digest = hashlib.sha256(given["code_verifier"].encode()).digest()
        assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == challenge
        assert (owner, given["redirect_uri"]) == (client, clients[client])
    fresh, renewal = secrets.token_hex(8), secrets.token_hex(8)
    access[fresh] = time.time() + LASTS_S
    renewals[renewal] = client
    given_out = {"access_token": fresh, "refresh_token": renewal, "expires_in": LASTS_S}
    return JSONResponse({"token_type": "Bearer", **given_out})


def main() -> None:
    inner = words.streamable_http_app()
    routes = [
        Route("/.well-known/oauth-protected-resource/mcp", resource),
        Route("/.well-known/oauth-authorization-server/as", metadata),
        Route("/as/register", register, methods=["POST"]),
        Route("/authorize", authorize),
        Route("/as/token", token, methods=["POST"]),
        Mount("/", guarded(inner)),
    ]
    app = Starlette(routes=routes, lifespan=inner.router.lifespan_context)
    print(PORT, flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main()
