"""`architect.mcp`: the MCP servers that runs use, and how they are."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

from architect.l10n import english, shown
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message

if TYPE_CHECKING:
    from architect.adapters.mcp.connection import McpConnection
    from architect.adapters.mcp.servers import McpServers
    from architect.domain.mcp_server import McpTool
    from architect.ports.tool_source import SourceFault


class McpArgs(Message):
    """`architect.mcp`; with `connect` or `restart`, that is done first, for `server` or for all.

    The first of `uris` says in which folder.
    """

    action: Literal["list", "connect", "restart", "stop"] = "list"
    server: str | None = None
    uris: tuple[str, ...] = ()


class McpToolJson(TypedDict):
    name: str
    description: str


class McpServerJson(TypedDict):
    """`state` is `off`, `starting`, `ready` or `failed`, which `problem` explains.

    `log` are the last lines that the server said beside its answers.
    """

    name: str
    place: str
    state: str
    problem: str
    tools: list[McpToolJson]
    log: list[str]


class McpServersJson(TypedDict):
    servers: list[McpServerJson]


async def mcp(editor: EditorSession, args: McpArgs, _token: object) -> McpServersJson:
    """Tell how the servers are, once they have been connected or ended.

    Raises:
        RequestFault: there is no such server.
    """
    from architect.bootstrap.mcp import configured_servers

    if args.action != "list":
        editor.expect_trust()
    root = editor.root_of(args.uris)
    settings = (await editor.config(root)).mcp
    configured = configured_servers(settings, root, editor.environ)
    if args.server is not None and args.server not in settings.servers:
        known = ", ".join(settings.servers) or "none"
        raise invalid(
            english(
                "server: there is no MCP server {server!r}; there are: {known}",
                server=args.server,
                known=known,
            )
        )
    connections = [editor.mcp.connection(server, root) for server in configured.servers]
    if args.action != "list":
        meant = [each for each in connections if args.server in (None, each.server.name)]
        await asyncio.gather(*(_act(editor.mcp, each, args.action) for each in meant))
    servers = [_server(each, editor.mcp.known.tools(each.server)) for each in connections]
    return {"servers": [*servers, *map(_fault, configured.faults)]}


def _server(connection: "McpConnection", known: "Sequence[McpTool]") -> McpServerJson:
    """How it is; `known` are the tools that it offered last."""
    return {
        "name": connection.server.name,
        "place": connection.server.place,
        "state": connection.state,
        "problem": shown(connection.problem) if connection.state == "failed" else "",
        "tools": [
            {"name": tool.name, "description": tool.description}
            for tool in connection.tools or known
        ],
        "log": list(connection.log.lines),
    }


def _fault(fault: "SourceFault") -> McpServerJson:
    """A server that cannot be used as it is configured."""
    return {
        "name": fault.source,
        "place": "",
        "state": "failed",
        "problem": shown(fault.reason),
        "tools": [],
        "log": [],
    }


async def _act(servers: "McpServers", connection: "McpConnection", action: str) -> None:
    if action != "connect":
        await connection.aclose()
    if action != "stop":
        servers.use(connection)
        try:
            connection.pauses.forget()
            connection.start()
            await connection.settled()
            servers.known.keep(connection.server, connection.tools)
        finally:
            servers.release(connection)  # so that it is ended if no run uses it


COMMAND = Command("architect.mcp", McpArgs, McpServersJson, mcp)
