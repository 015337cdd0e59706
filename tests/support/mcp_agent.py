"""Another agent in the hands of a test: a client of the MCP SDK with a server of ours."""

import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import ElicitRequestFormParams, ElicitResult, TextContent
from tests.support.command import Project, command_line

Plain = dict[str, Any]


class McpAgent:
    """Calls tools; keeps what it is told meanwhile and what its user is asked.

    `choose` gives the start of the answer that the user chooses, or "decline" or "cancel".
    """

    def __init__(self) -> None:
        self.client: Client
        self.told: list[str] = []
        self.questions: list[ElicitRequestFormParams] = []
        self.choose: Callable[[], str] = lambda: "Allow"

    async def call(self, tool: str, **arguments: Any) -> Plain:
        """What the tool answers with by its output schema; the call has to succeed."""
        result = await self.client.call_tool(tool, arguments, progress_callback=self.progress)
        assert not result.is_error, result.content
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> str:
        """What the tool says of why it did not do what it was called for."""
        result = await self.client.call_tool(tool, arguments, progress_callback=self.progress)
        assert result.is_error, result.structured_content
        [said] = result.content
        assert isinstance(said, TextContent)
        return said.text

    async def progress(self, progress: float, total: float | None, message: str | None) -> None:
        self.told.append(message or "")

    async def elicit(self, context: Any, params: Any) -> ElicitResult:
        """Answer a question as the user does."""
        assert isinstance(params, ElicitRequestFormParams)
        self.questions.append(params)
        chosen = self.choose()
        if chosen in ("decline", "cancel"):
            return ElicitResult(action=chosen)  # pyright: ignore[reportArgumentType]
        properties: Any = params.requested_schema["properties"]
        [answer] = [each for each in properties["answer"]["enum"] if each.startswith(chosen)][:1]
        return ElicitResult(action="accept", content={"answer": answer})


@asynccontextmanager
async def mcp_agent(
    project: Project, *options: str, can_ask: bool = False
) -> AsyncGenerator[McpAgent]:
    """An agent that has started the server in the project, and whose user it may ask."""
    program, *arguments = command_line("mcp-serve", *options)
    server = StdioServerParameters(
        command=program, args=arguments, env=project.environment(), cwd=project.folder
    )
    agent = McpAgent()
    transport = stdio_client(server, errlog=sys.stderr)
    elicit = agent.elicit if can_ask else None
    async with Client(transport, elicitation_callback=elicit) as agent.client:
        yield agent
    project.check_for_bugs("")


def use_model(project: Project, model: str) -> None:
    """Have `model` work in the runs to come."""
    settings = project.home / "config" / "architect" / "config.yaml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(f"schema_version: 1\nllm:\n  model: {model}\n")
