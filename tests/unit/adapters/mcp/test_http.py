"""Servers that are somewhere: streamable HTTP, and what came before it."""

import asyncio
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.support.table import table

from architect.adapters.mcp.connection import McpConnection
from architect.domain.mcp_server import McpServer

SERVER = Path(__file__).parents[3] / "support" / "mcp_http_server.py"
TOKEN = {"Authorization": "Bearer let-me-in"}


@contextmanager
def serving(way: str) -> Generator[str]:
    """The address of a server of the SDK."""
    command = [sys.executable, str(SERVER), way]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


def called(server: McpServer) -> tuple[str, str]:
    """What a call comes to, and the problem if there is no connection."""

    async def scene() -> tuple[str, str]:
        connection = McpConnection(server, Path("/"), {})
        connection.start()
        await connection.settled()
        try:
            result = await connection.call("look_up", {"word": "house"}, print)
            return result.text, connection.problem
        finally:
            await connection.aclose()

    return asyncio.run(scene())


@table(("way", "path"), [("http", "/mcp"), ("sse", "/sse")])
def test_a_server_over_http_is_called(way: str, path: str) -> None:
    with serving(way) as url:
        server = McpServer(name="words", url=url + path, headers=TOKEN, is_sse=way == "sse")
        assert called(server) == ("look_up: house", "")


def test_why_there_is_no_connection_is_told() -> None:
    with serving("http") as url:
        _, unknown = called(McpServer(name="words", url=f"{url}/mcp"))
        _, away = called(McpServer(name="words", url=f"{url}/away", headers=TOKEN))
    _, gone = called(McpServer(name="words", url=f"{url}/mcp", headers=TOKEN))
    assert "401" in unknown
    # What is meant for one server goes to no other.
    assert "redirect" in away.lower(), away
    assert gone
