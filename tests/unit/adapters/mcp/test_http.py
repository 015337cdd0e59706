"""Servers that are somewhere: streamable HTTP, and what came before it."""

import asyncio
from contextlib import AbstractContextManager
from pathlib import Path

from tests.support.serving import serving_process
from tests.support.table import table

from architect.adapters.mcp.connection import McpConnection
from architect.domain.mcp_server import McpServer

SUPPORT = Path(__file__).parents[3] / "support"
SERVER = SUPPORT / "mcp_http_server.py"
HOSTILE = SUPPORT / "mcp_hostile_http_server.py"
TOKEN = {"Authorization": "Bearer let-me-in"}


def serving(way: str, program: Path = SERVER) -> AbstractContextManager[str]:
    """The address of a server of the SDK, or of another `program`."""
    return serving_process(program, way)


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


@table(
    ("way", "said"),
    [
        ("long", "x" * 50),
        ("long-event", "x" * 50),
        ("endless", "Error: Failed to parse JSON response: it sends more than 64,000,000 bytes"),
        ("compressed", "Error: the connection to the MCP server words was lost in the call"),
        ("drops", "Error: the connection to the MCP server words was lost in the call"),
        ("refuses", "Error: Server returned an error response (HTTP 401 Unauthorized; sign in: "),
        ("hangs", "Error: the MCP server words gave no answer in 3 s"),
        ("endless-events", "Error: the MCP server words gave no answer in 3 s"),
    ],
)
def test_however_a_server_answers_a_call_there_is_a_result(way: str, said: str) -> None:
    with serving(way, HOSTILE) as url:
        text, _ = called(McpServer(name="words", url=url, timeout_s=3 if "3 s" in said else 30))
    assert text[: len(said)] == said
    assert len(text) < 1_100_000


def test_a_server_that_knows_the_session_no_more_is_connected_to_anew() -> None:
    async def scene(url: str) -> list[str]:
        connection = McpConnection(McpServer(name="words", url=url), Path("/"), {})
        texts = [(await connection.call("look_up", {"word": "a"}, print)).text for _ in range(3)]
        await connection.aclose()
        return texts

    with serving("forgets-once", HOSTILE) as url:
        forgot, *later = asyncio.run(scene(url))
    assert forgot.endswith("has begun anew since the last call: call it again")
    assert later == ["fine", "fine"]
