"""The MCP servers that the sessions of a client share."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from architect.adapters.mcp.servers import McpServers


class ToolServers:
    """Connections that are kept between runs, once somebody wants one."""

    def __init__(self) -> None:
        self._servers: McpServers | None = None

    def get(self) -> "McpServers":
        from architect.bootstrap.mcp import mcp_servers

        if self._servers is None:
            self._servers = mcp_servers(os.environ, keeps=True)
        return self._servers

    async def aclose(self) -> None:
        if self._servers is not None:
            await self._servers.aclose()
