"""Another agent in the hands of a test: a client of the MCP SDK with a server of ours."""

import signal
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitRequestFormParams, ElicitResult, TextContent
from tests.support.command import HANGS_AFTER_S, Project, command_line

from architect.mcp_server.http_token import TOKEN_VARIABLE

Plain = dict[str, Any]
Connect = Callable[..., AbstractAsyncContextManager["McpAgent"]]
TOKEN = "the-token-of-this-test"


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


@asynccontextmanager
async def mcp_agent_over_http(project: Project, *options: str) -> AsyncGenerator[McpAgent]:
    """An agent at a server that somebody else started in the project."""
    with http_server(project, *options) as url:
        agent = McpAgent()
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=HANGS_AFTER_S) as web,
            Client(streamable_http_client(url, http_client=web)) as agent.client,
        ):
            yield agent


@contextmanager
def http_server(project: Project, *options: str) -> Generator[str]:
    """The address of a server that knows `TOKEN`; it has to end cleanly."""
    process = project.start("mcp-serve", "--http", *options, environment={TOKEN_VARIABLE: TOKEN})
    try:
        assert process.stderr is not None
        yield process.stderr.readline().decode().split()[-1]
    finally:
        process.send_signal(signal.SIGTERM)
        finished = project.finish(process)
    assert (finished.code, finished.stderr) == (0, "")


def use_model(project: Project, model: str) -> None:
    """Have `model` work in the runs to come."""
    settings = project.home / "config" / "architect" / "config.yaml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(f"schema_version: 1\nllm:\n  model: {model}\n")
