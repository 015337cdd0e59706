"""All tools of a server, page by page."""

from typing import TYPE_CHECKING

from architect.adapters.mcp.resources import READ_RESOURCE
from architect.domain.errors import UserError
from architect.domain.mcp_server import McpTool
from architect.l10n import english

if TYPE_CHECKING:
    from mcp.client.client import Client

MOST_TOOLS = 20_000
_MOST_PAGES = 1_000


async def listed_tools(client: "Client") -> tuple[McpTool, ...]:
    """The tools of the server, and one for its resources.

    Raises:
        UserError: there is no end to them.
    """
    found: list[McpTool] = []
    if client.server_capabilities.resources is not None:
        found.append(READ_RESOURCE)
    if client.server_capabilities.tools is None:
        return tuple(found)
    cursor: str | None = None
    seen: set[str] = set()
    for _ in range(_MOST_PAGES):
        page = await client.list_tools(cursor=cursor)
        found += (
            McpTool(name=each.name, description=each.description or "", schema=each.input_schema)
            for each in page.tools
        )
        cursor = page.next_cursor
        if not cursor:
            return tuple({tool.name: tool for tool in found}.values())
        if cursor in seen:
            raise UserError(english("the pages of its list of tools go round in circles"))
        seen.add(cursor)
        if len(found) > MOST_TOOLS:
            break
    raise UserError(
        english(
            "it lists more than {most_tools} tools, or more than {most_pages} pages",
            most_tools=MOST_TOOLS,
            most_pages=_MOST_PAGES,
        )
    )
