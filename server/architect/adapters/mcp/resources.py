"""The resources of a server, as one more tool of it.

https://modelcontextprotocol.io/specification/2025-11-25/server/resources.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from architect.adapters.mcp.results import MOST_CHARS
from architect.domain.escape_controls import in_one_line
from architect.domain.mcp_server import McpTool
from architect.domain.text.counted import counted
from architect.domain.tool_result import ToolResult, failed, succeeded

if TYPE_CHECKING:
    from mcp.client.client import Client

READ_RESOURCE = McpTool(
    name="read_resource",
    description="Read the resource of this server at uri; without one, list its resources.",
    schema={"type": "object", "properties": {"uri": {"type": "string"}}},
)
"""For servers that have resources, and no tool of that name."""

_MOST_LISTED = 1_000
_MOST_PAGES = 100
_LONGEST_LINE = 300


async def resource_result(client: "Client", uri: str) -> ToolResult:
    """What is at `uri`; without one, which resources there are.

    Raises:
        MCPError: the server refuses.
    """
    if not uri:
        return succeeded(await _listed(client))
    answer = await client.read_resource(uri, cache_mode="bypass")
    text = "\n".join(map(text_of_content, answer.contents))
    if len(text) > MOST_CHARS:
        left_out = counted(len(text) - MOST_CHARS, "character")
        text = f"{text[:MOST_CHARS]}\n[... {left_out} left out ...]"
    return succeeded(text) if answer.contents else failed(f"there is nothing at {uri}")


async def _listed(client: "Client") -> str:
    lines: list[str] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_resources(cursor=cursor, cache_mode="bypass")
        lines += (_line(str(each.uri), each) for each in page.resources)
        cursor = page.next_cursor
        if not cursor or len(lines) > _MOST_LISTED:
            break
    from mcp.shared.exceptions import MCPError

    with suppress(MCPError):  # there are servers with resources that know of no templates
        templates = await client.list_resource_templates(cache_mode="bypass")
        lines += (_line(each.uri_template, each) for each in templates.resource_templates)
    more = len(lines) - _MOST_LISTED
    shown = "\n".join(lines[:_MOST_LISTED]) or "(no resources)"
    return f"{shown}\n[and more]" if more > 0 or cursor else shown


def _line(uri: str, resource: Any) -> str:
    about = in_one_line(": ".join(filter(None, (resource.name, resource.description))))
    return f"{in_one_line(uri)} {about}"[:_LONGEST_LINE].rstrip()


def text_of_content(content: Any) -> str:
    text = getattr(content, "text", None)
    if isinstance(text, str):
        return text
    kind, size = in_one_line(content.mime_type or "binary"), len(content.blob) * 3 // 4
    return f"[left out: {kind}, {size:,} bytes]"
