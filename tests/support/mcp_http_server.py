"""A server of the SDK over HTTP: `python mcp_http_server.py http|sse`; it says its port first.

It wants the token `let-me-in`; below `/away` it sends whoever asks to another port.
"""

import socket
import sys
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.routing import Mount, Route

server = MCPServer("words")


@server.tool()
def look_up(word: str) -> str:
    """Look a word up."""
    return f"look_up: {word}"


def guarded(app: Any) -> Any:
    async def call(scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope.get("headers", ()))
        if scope["type"] == "http" and headers.get(b"authorization") != b"Bearer let-me-in":
            await PlainTextResponse("who are you?", 401)(scope, receive, send)
            return
        await app(scope, receive, send)

    return call


def away(request: Request) -> RedirectResponse:
    return RedirectResponse("http://127.0.0.1:9/mcp", 307)


def main(way: str) -> None:
    inner = server.sse_app() if way == "sse" else server.streamable_http_app()
    routes = [Route("/away", away, methods=["GET", "POST"]), Mount("/", guarded(inner))]
    app = Starlette(routes=routes, lifespan=inner.router.lifespan_context)
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
