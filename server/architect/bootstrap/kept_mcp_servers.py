"""The connections to MCP servers of a front end that stays."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from architect.adapters.mcp.servers import McpServers


class KeptMcpServers:
    """Keeps them between runs, once somebody wants one."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._servers: McpServers | None = None

    def get(self) -> "McpServers":
        from architect.bootstrap.mcp import mcp_servers

        if self._servers is None:
            self._servers = mcp_servers(self._environ, keeps=True)
        return self._servers

    async def aclose(self) -> None:
        if self._servers is not None:
            await self._servers.aclose()
