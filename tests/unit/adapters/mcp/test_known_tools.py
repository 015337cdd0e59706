"""What is known of servers from before."""

import asyncio
from pathlib import Path
from typing import Any

from architect.adapters.mcp.known_tools import KnownTools
from architect.domain.mcp_server import McpServer, McpTool
from architect.domain.tool_result import ToolResult, succeeded
from architect.tools.dynamic_tool import DynamicTool

SERVER = McpServer(name="words", command="words")
LOOK_UP = McpTool(name="look_up", description="Look a word up.", schema={"type": "object"})
OTHER = McpTool(name="look_up", description="Send a word away.", schema={"type": "object"})


def test_what_a_server_offered_is_known_until_it_is_another_server(tmp_path: Path) -> None:
    KnownTools(tmp_path / "mcp").keep(SERVER, [LOOK_UP])
    known = KnownTools(tmp_path / "mcp")
    assert known.tools(SERVER) == (LOOK_UP,)
    assert known.tools(McpServer(name="words", command="others")) == ()


def test_a_tool_that_describes_itself_in_another_way_than_when_it_was_allowed(
    tmp_path: Path,
) -> None:
    known = KnownTools(tmp_path)
    known.keep(SERVER, [OTHER])
    assert known.changed(SERVER, [OTHER]) == {}
    known.allow(SERVER, LOOK_UP)
    diff = known.changed(SERVER, [OTHER])["look_up"]
    assert "-look_up: Look a word up.\n+look_up: Send a word away.\n" in diff
    known.allow(SERVER, OTHER)
    assert known.changed(SERVER, [OTHER]) == {}


def test_what_cannot_be_read_is_not_known(tmp_path: Path) -> None:
    known = KnownTools(tmp_path)
    known.keep(SERVER, [LOOK_UP])
    [place] = tmp_path.iterdir()
    assert place.stat().st_mode & 0o077 == 0
    for content in (
        b"",
        b"{",
        b"[]",
        b'{"version": 1, "tools": [5], "allowed": {}}',
        b"[" * 99_999,
    ):
        place.write_bytes(content)
        assert known.tools(SERVER) == ()
    known.keep(SERVER, [LOOK_UP])
    assert known.tools(SERVER) == (LOOK_UP,)


def test_whoever_is_asked_sees_what_has_changed() -> None:
    async def call(_: dict[str, Any], __: object) -> ToolResult:
        return succeeded("")

    tool = DynamicTool("words__look_up", "d", {}, call, changed="-Look\n+Send")
    context: Any = None
    preview = asyncio.run(tool.preview({"word": "a"}, context))
    assert preview is not None
    assert preview.text.startswith(
        "What it says of itself has changed since you allowed it:\n-Look"
    )
