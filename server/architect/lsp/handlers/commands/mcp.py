"""`architect.mcp`: the MCP servers that runs use, and how they are."""

from typing import Literal, TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message


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
        raise invalid(f"server: there is no MCP server {args.server!r}; there are: {known}")
    connections = [editor.mcp.connection(server, root) for server in configured.servers]
    for each in connections:
        if args.action != "list" and args.server in (None, each.server.name):
            if args.action != "connect":
                await each.aclose()
            if args.action != "stop":
                each.forget_failures()
                each.start()
                await each.settled()
                editor.mcp.known.keep(each.server, each.tools)
    shown: list[McpServerJson] = [
        {
            "name": each.server.name,
            "place": each.server.place,
            "state": each.state,
            "problem": each.problem if each.state == "failed" else "",
            "tools": [
                {"name": tool.name, "description": tool.description}
                for tool in each.tools or editor.mcp.known.tools(each.server)
            ],
            "log": list(each.log),
        }
        for each in connections
    ]
    failed: list[McpServerJson] = [
        {
            "name": fault.source,
            "place": "",
            "state": "failed",
            "problem": fault.reason,
            "tools": [],
            "log": [],
        }
        for fault in configured.faults
    ]
    return {"servers": shown + failed}


COMMAND = Command("architect.mcp", McpArgs, McpServersJson, mcp)
