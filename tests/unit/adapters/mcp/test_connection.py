"""One server, however it behaves: what is seen of it, and that nothing of it stays."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.support.effort import tries
from tests.support.processes import running_below
from tests.support.table import table

from architect.adapters.mcp import connection as connections
from architect.adapters.mcp import stdio
from architect.adapters.mcp.connection import McpConnection
from architect.domain.mcp_server import McpServer
from architect.domain.tool_result import ToolResult

SERVER = Path(__file__).parents[3] / "support" / "mcp_server.py"


def server(way: str, *, timeout_s: float = 100) -> McpServer:
    args = (str(SERVER), way)
    return McpServer(name="words", command=sys.executable, args=args, timeout_s=timeout_s)


@asynccontextmanager
async def connected(way: str, root: Path, **more: float) -> AsyncGenerator[McpConnection]:
    environ = {"PATH": os.environ["PATH"], "HOME": str(root), "SECRET_TOKEN": "hidden"}
    connection = McpConnection(server(way, **more), root, environ)
    connection.start()
    try:
        await connection.settled()
        yield connection
    finally:
        await connection.aclose()


def answers(way: str, root: Path, *, progress: Callable[[str], None] = print) -> ToolResult:
    async def scene() -> ToolResult:
        async with connected(way, root) as connection:
            assert connection.state == "ready", connection.problem
            return await connection.call("look_up", {"word": "house"}, progress)

    return asyncio.run(scene())


@table(
    ("way", "success", "said"),
    [
        ("", True, "look_up: house"),
        ("garbage", True, "look_up: house"),
        ("structured", True, '{\n "word": "house"\n}'),
        ("picture", True, "[image left out: image/png, 3 bytes]"),
        ("fails", False, "Error: there is no such word"),
        ("twice", True, "look_up: house"),
        ("wrong-id", True, "look_up: house"),
        ("asks-for-sampling", True, "sampling refused: True"),
        ("dies-in-call", False, "Error: the connection to the MCP server words was lost"),
        ("refuses", False, "Error: not today"),
        ("notifies-without-end", False, "Error: the connection to the MCP server words was lost"),
        ("no-result", False, "Error: the answer of the MCP server words is no result"),
    ],
)
def test_what_it_answers_is_a_result(
    way: str, success: bool, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = tries(5_000, long=stdio.MOST_UNASKED)
    monkeypatch.setattr(stdio, "MOST_UNASKED", most)
    found = answers(way, tmp_path)
    assert (found.success, found.text[: len(said)]) == (success, said)


def test_it_may_ask_for_the_workspace_and_has_none_of_our_keys(tmp_path: Path) -> None:
    assert tmp_path.as_uri() in answers("asks-for-roots", tmp_path).text
    environment = answers("environment", tmp_path).text
    assert '"PATH"' in environment and "SECRET_TOKEN" not in environment


def test_progress_is_told_while_it_goes_on(tmp_path: Path) -> None:
    told: list[str] = []
    answers("progress", tmp_path, progress=told.append)
    assert told == ["1 of 2 half\n"]


def test_a_result_of_twenty_megabytes_is_cut(tmp_path: Path) -> None:
    text = answers("floods", tmp_path).text
    assert len(text) < 1_100_000
    assert text.endswith("[... 19000000 characters left out ...]")


def test_all_pages_are_read_and_those_without_an_end_are_not(tmp_path: Path) -> None:
    async def tools(way: str) -> tuple[list[str], str]:
        async with connected(way, tmp_path) as connection:
            return [tool.name for tool in connection.tools], connection.problem

    assert asyncio.run(tools("pages")) == (["first", "second"], "")
    names, problem = asyncio.run(tools("endless-pages"))
    assert names == [] and "more than 1000 pages" in problem
    assert asyncio.run(tools("circle")) == (
        [],
        "the pages of its list of tools go round in circles",
    )


@table(
    ("way", "problem"),
    [
        ("dies-at-start", "it ended with exit code 1: there is no database"),
        ("hangs-at-start", "it gave no answer within 1 s"),
        ("hangs-at-list", "it gave no answer within 1 s"),
    ],
)
def test_why_there_is_no_connection_is_told(way: str, problem: str, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if way != "dies-at-start":
            patch.setattr(connections, "CONNECT_S", 1.0)

        async def scene() -> McpConnection:
            async with connected(way, tmp_path) as connection:
                assert connection.state == "failed"
                return connection

        connection = asyncio.run(scene())
    assert connection.problem == problem
    assert not running_below(os.getpid(), str(SERVER))


def test_a_call_that_hangs_ends_in_time_and_the_next_one_can_be_made(tmp_path: Path) -> None:
    async def scene() -> str:
        async with connected("hangs-in-call", tmp_path, timeout_s=1) as connection:
            return (await connection.call("look_up", {"word": "a"}, print)).text

    said = asyncio.run(scene())
    assert said.startswith("Error: the MCP server words gave no answer in 1 s")
    assert not running_below(os.getpid(), str(SERVER))


def test_a_server_that_was_lost_is_started_again_for_the_next_call(tmp_path: Path) -> None:
    async def scene() -> tuple[bool, str]:
        async with connected("dies-in-call", tmp_path) as connection:
            first = await connection.call("look_up", {"word": "a"}, print)
            at_once = await connection.call("look_up", {"word": "a"}, print)
            connection.pauses.forget()
            connection.start()
            await connection.settled()
            assert connection.state == "ready"
            return first.success, at_once.text

    success, at_once = asyncio.run(scene())
    assert not success
    # Not again at once: it would die again.
    assert at_once.startswith("Error: the MCP server words cannot be reached: it ended with exit")


def test_a_list_that_has_changed_is_read_again(tmp_path: Path) -> None:
    async def scene() -> list[str]:
        async with connected("changes", tmp_path) as connection:
            changed = asyncio.Event()
            connection.listeners.append(changed.set)
            await connection.call("look_up", {"word": "a"}, print)
            await asyncio.wait_for(changed.wait(), 10)
            return [f"{tool.name}: {tool.description}" for tool in connection.tools]

    expected = ["look_up: Send a word away.", "added: Look a word up."]
    assert asyncio.run(scene()) == expected


def test_it_is_told_that_nobody_waits_for_an_answer_any_more(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    args = (str(SERVER), "answers-nothing", str(heard))

    def cancellations() -> int:
        return heard.read_text().count("notifications/cancelled") if heard.exists() else 0

    async def scene() -> None:
        slow = McpServer(name="words", command=sys.executable, args=args, timeout_s=1)
        connection = McpConnection(slow, tmp_path, {"PATH": os.environ["PATH"]})
        assert "gave no answer" in (await connection.call("look_up", {}, print)).text
        given_up = asyncio.create_task(connection.call("look_up", {}, print))
        while heard.read_text().count("tools/call") < 2:
            await asyncio.sleep(0.01)
        given_up.cancel()
        async with asyncio.timeout(60):
            while cancellations() < 2:
                await asyncio.sleep(0.01)
        await connection.aclose()

    asyncio.run(scene())


def test_one_that_is_wanted_again_while_it_ends_is_started_again(tmp_path: Path) -> None:
    async def scene() -> tuple[str, str]:
        async with connected("stays", tmp_path) as connection:
            await connection.call("look_up", {"word": "a"}, print)
            ending = asyncio.create_task(connection.aclose())
            await asyncio.sleep(0)
            again = await connection.call("look_up", {"word": "b"}, print)
            await ending
            return again.text, connection.state

    assert asyncio.run(scene()) == ("look_up: b", "ready")
    assert not running_below(os.getpid(), str(SERVER))


def test_what_does_not_want_to_end_is_ended(tmp_path: Path) -> None:
    async def scene() -> float:
        async with connected("stays", tmp_path) as connection:
            await connection.call("look_up", {"word": "a"}, print)
            assert running_below(os.getpid(), str(SERVER))
            began = time.monotonic()
        return time.monotonic() - began

    assert asyncio.run(scene()) < 10
    assert not running_below(os.getpid(), str(SERVER))


def test_what_it_says_on_standard_error_is_kept(tmp_path: Path) -> None:
    async def scene() -> list[str]:
        async with connected("", tmp_path) as connection:
            await connection.call("look_up", {"word": "a"}, print)
            return list(connection.log.lines)

    assert asyncio.run(scene()) == ["hello from the server"]
