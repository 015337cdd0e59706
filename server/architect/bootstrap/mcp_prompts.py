"""The prompts that the configured MCP servers offer a user."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from architect.adapters.mcp.connection import McpConnection
from architect.adapters.mcp.servers import McpServers
from architect.bootstrap.mcp import configured_servers
from architect.config.mcp import McpSettings
from architect.domain.errors import PortFault, UserError
from architect.domain.mcp_server import ServerPrompt


async def server_prompts(
    settings: McpSettings, root: Path, environ: Mapping[str, str], servers: McpServers
) -> Sequence[ServerPrompt]:
    """What they offer in the workspace `root`; nothing of one that does not answer.

    `servers` keeps their connections, which the next run uses.
    """
    connections = _connections(settings, root, environ, servers)
    found = await asyncio.gather(*(_offered(servers, each) for each in connections))
    return [prompt for prompts in found for prompt in prompts]


async def prompts_at_hand(
    settings: McpSettings, root: Path, environ: Mapping[str, str], servers: McpServers
) -> Sequence[ServerPrompt]:
    """What those offer that are connected to the workspace `root`; none is started."""
    connections = _connections(settings, root, environ, servers)
    ready = [each for each in connections if each.state == "ready"]
    found = await asyncio.gather(*(_offered(servers, each) for each in ready))
    return [prompt for prompts in found for prompt in prompts]


def _connections(
    settings: McpSettings, root: Path, environ: Mapping[str, str], servers: McpServers
) -> Sequence[McpConnection]:
    configured = configured_servers(settings, root, environ).servers
    return [servers.connection(server, root) for server in configured]


async def _offered(servers: McpServers, connection: McpConnection) -> Sequence[ServerPrompt]:
    servers.use(connection)
    try:
        connection.start()
        await connection.settled()
        prompts = await connection.prompts()
    except (PortFault, UserError):
        return ()
    finally:
        servers.release(connection)
    return [ServerPrompt(connection.server.name, prompt) for prompt in prompts]
