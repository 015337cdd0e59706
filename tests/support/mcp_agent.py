"""Another agent in the hands of a test: a client of the MCP SDK that has started `mcp-serve`."""

import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import TextContent
from tests.support.command import Project, command_line


class McpAgent:
    """Calls tools, and keeps what it is told meanwhile."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What the tool answers with by its output schema; the call has to succeed."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> str:
        """What the tool says of why it did not do what it was called for."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result.structured_content
        [said] = result.content
        assert isinstance(said, TextContent)
        return said.text


@asynccontextmanager
async def mcp_agent(
    project: Project,
    *options: str,
    model: str = "",
    environment: Mapping[str, str] | None = None,
) -> AsyncGenerator[McpAgent]:
    """An agent that has started the server in the project; `model` works in its runs."""
    program, *arguments = command_line("mcp-serve", *options)
    seen = project.environment({"ARCHITECT_MODEL": model, **(environment or {})})
    server = StdioServerParameters(command=program, args=arguments, env=seen, cwd=project.folder)
    async with Client(stdio_client(server, errlog=sys.stderr)) as client:
        yield McpAgent(client)
    project.check_for_bugs("")
