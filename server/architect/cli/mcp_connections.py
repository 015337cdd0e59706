"""Connecting to MCP servers on the command line, and what is said of it."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import click

from architect.adapters.mcp.connection import McpConnection
from architect.adapters.mcp.importing import import_mcp
from architect.adapters.mcp.sign_in import new_sign_in
from architect.adapters.mcp.tokens import KeptTokens
from architect.bootstrap.mcp import mcp_servers
from architect.cli.exit_codes import FAILED, SUCCESS
from architect.cli.result_stream import print_note, print_result
from architect.domain.errors import PortFault
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.mcp_server import McpServer
from architect.domain.text.counted import counted
from architect.l10n import shown, t

_LOG_LINES = 20
_LONGEST_DESCRIPTION = 100


async def sign_in_to(server: McpServer, root: Path, *, opens_browser: bool) -> int:
    """Sign in, show what came of it, and give the exit code."""

    async def show(address: str) -> None:
        click.echo(t("sign in at {address}", address=escape_controls(address)), err=True)
        if opens_browser:
            import webbrowser

            await asyncio.to_thread(webbrowser.open, address)

    import_mcp()
    kept = KeptTokens(server.url, os.environ)
    pool = mcp_servers(os.environ)
    connection = pool.connection(server, root)
    try:
        async with new_sign_in(server, kept, show) as sign_in:
            connection.access.sign_in = sign_in
            connection.start()
            await connection.settled()
        if connection.state != "ready":
            print_note(f"{server.name}: {shown(connection.problem)}")
            return FAILED
        if not kept.load().get("tokens"):
            print_result(t("{name}: it wants no sign-in", name=server.name))
            return SUCCESS
        pool.known.keep(server, connection.tools)
        print_result(
            t(
                "{name}: signed in; {tools}",
                name=server.name,
                tools=shown(counted(len(connection.tools), "tool")),
            )
        )
        return SUCCESS
    finally:
        await pool.aclose()


async def test_servers(servers: Sequence[McpServer], root: Path) -> int:
    """Connect to all of `servers`, show what came of it, and give the exit code."""
    pool = mcp_servers(os.environ)
    connections = [pool.connection(server, root) for server in servers]
    code = SUCCESS
    try:
        for connection in connections:
            connection.start()
        for connection in connections:
            name = connection.server.name
            await connection.settled()
            if connection.state != "ready":
                code = FAILED
                print_note(f"{name}: {shown(connection.problem)}")
                for line in list(connection.log.lines)[-_LOG_LINES:]:
                    print_note(f"  | {line}")
                continue
            pool.known.keep(connection.server, connection.tools)
            if not await _show_offers(connection):
                code = FAILED
    finally:
        await pool.aclose()
    return code


async def _show_offers(connection: McpConnection) -> bool:
    """Show tools and prompts of a server; whether it could list all of them."""
    name = connection.server.name
    print_result(f"{name}: {shown(counted(len(connection.tools), 'tool'))}")
    for tool in connection.tools:
        said = in_one_line(tool.description)[:_LONGEST_DESCRIPTION]
        print_result(escape_controls(f"  {tool.name}: {said}"))
    try:
        prompts = await connection.prompts()
    except PortFault as fault:
        print_note(
            t("{name}: its prompts cannot be listed: {fault}", name=name, fault=shown(str(fault)))
        )
        return False
    for prompt in prompts:
        said = prompt.description[:_LONGEST_DESCRIPTION]
        print_result(f"  /{name}:{prompt.usage}{': ' if said else ''}{said}")
    return True
