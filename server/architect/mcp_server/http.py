"""Any number of clients over streamable HTTP, on this machine alone.

https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
"""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from architect.bootstrap.runtime import crash_log
from architect.domain.errors import UserError
from architect.jsonrpc.serving import CLEAN_UP_S, ENDING_SIGNALS
from architect.l10n import t
from architect.mcp_server.http_guard import Application, HttpGuard, guarded
from architect.mcp_server.http_token import HttpToken
from architect.mcp_server.runs import Runs
from architect.mcp_server.sdk_server import make_server
from architect.mcp_server.served_folder import ServedFolder
from architect.mcp_server.tool_list import served_tools

if TYPE_CHECKING:
    import uvicorn

_ADDRESS = "127.0.0.1"
_PATH = "/mcp"
_MOST_BYTES = 16 * 1024 * 1024
"""Of a message, a patch of `apply_patch` included."""

_MOST_SESSIONS = 1000
"""Those of clients that left without a word count until they expire; one takes less than 100 kB."""

_IDLE_S = 30 * 60
"""From the last request of a client on, of which none is under way, until its session expires."""

_LAST_ANSWERS_S = 1


def serve_http(folder: ServedFolder, *, port: int, token: HttpToken) -> None:
    """Serve until a signal comes; `port` 0 is any that is free.

    Raises:
        UserError: the port is taken.
    """
    try:
        listening = socket.create_server((_ADDRESS, port))
    except OSError as error:
        raise UserError(f"--port {port}: {error.strerror}") from error
    with listening:
        asyncio.run(_serve(folder, listening, token))


async def _serve(folder: ServedFolder, listening: socket.socket, token: HttpToken) -> None:
    runs = Runs(folder)
    port = listening.getsockname()[1]
    server = _web_server(_application(runs, HttpGuard(token.text, port, _versions())))
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    loop.set_exception_handler(_keep)
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, ended.set)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    _say(t("serving {address}", address=f"http://{_ADDRESS}:{port}{_PATH}"))
    if token.is_new:
        _say(t("token: {token}", token=token.text))
    waiting = asyncio.create_task(ended.wait())
    await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLEAN_UP_S):
            await runs.close()
    server.should_exit = True
    await serving


def _application(runs: Runs, guard: HttpGuard) -> Application:
    application: Any = make_server(served_tools(runs), crash_log()).streamable_http_app(
        streamable_http_path=_PATH,
        max_request_body_size=_MOST_BYTES,
        max_sessions=_MOST_SESSIONS,
        session_idle_timeout=_IDLE_S,
    )
    return guarded(application, guard)


def _versions() -> tuple[str, ...]:
    """Those in which somebody can be asked something in the middle of a call."""
    from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

    return tuple(HANDSHAKE_PROTOCOL_VERSIONS)


def _web_server(application: Application) -> "uvicorn.Server":
    import uvicorn

    class WebServer(uvicorn.Server):
        @contextlib.contextmanager
        def capture_signals(self) -> Generator[None]:
            """They are ours: first the runs end."""
            yield

    settings = uvicorn.Config(
        application,  # pyright: ignore[reportArgumentType] - its types of ASGI are stricter
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_LAST_ANSWERS_S,
    )
    return WebServer(settings)


def _keep(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody awaited is a bug, and no line of the log."""
    bug = context.get("exception")
    if isinstance(bug, Exception):
        crash_log().keep(bug)


def _say(line: str) -> None:
    with contextlib.suppress(OSError):
        sys.stderr.write(f"architect: {line}\n")
        sys.stderr.flush()
