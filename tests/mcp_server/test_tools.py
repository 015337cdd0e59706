"""What other agents get from `architect mcp-serve`, asked by the client of the MCP SDK."""

import pytest
from tests.support.command import Project
from tests.support.mcp_agent import mcp_agent

pytestmark = pytest.mark.anyio


async def test_an_agent_sees_the_tools_and_asks_about_commands_and_sessions(
    project: Project,
) -> None:
    async with mcp_agent(project) as agent:
        tools = {tool.name: tool for tool in (await agent.client.list_tools()).tools}
        hints = {name: tool.annotations for name, tool in tools.items()}
        reading = {name for name, hint in hints.items() if hint and hint.read_only_hint}
        assert reading == {"explain_command", "sessions"}

        found = await agent.call("explain_command", command="rm -rf / --no-preserve-root")
        assert (found["class"], found["modes"]["yolo"]["no_sandbox"]) == ("dangerous", "blocked")
        assert (await agent.call("explain_command", command="ls"))["class"] == "safe"
        assert "at least 1 char" in await agent.refused("explain_command", command="")
        assert await agent.call("sessions") == {"sessions": []}
        assert "there is no tool 'nothing'" in await agent.refused("nothing")
