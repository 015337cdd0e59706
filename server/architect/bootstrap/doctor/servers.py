"""Language servers and MCP servers: whether what they are started by or reached at is there."""

import asyncio
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from architect.adapters.models.proxies import proxy_for
from architect.adapters.process.programs import find_program
from architect.bootstrap.doctor.check import Check, State
from architect.bootstrap.run.language_servers import usable_commands
from architect.config.schema import Config
from architect.domain.errors import ModelFault
from architect.l10n import english

if TYPE_CHECKING:
    from architect.domain.mcp_server import McpServer

_CONNECT_S = 3.0
_PORTS = {"http": 80, "https": 443}


def language_servers(settings: Config, root: Path) -> Sequence[Check]:
    """Whether the programs of `lsp.servers` are there."""
    there, faults = usable_commands(settings.lsp.servers, root)
    found = [
        Check(f"lsp.servers.{language}", State.OK, " ".join(command))
        for language, command in there.items()
    ]
    fix, command = (
        english("install it, or see docs/configuration.md"),
        "architect validate-config",
    )
    missing = [Check(fault.source, State.WARNING, fault.reason, fix, command) for fault in faults]
    return [*found, *missing]


async def mcp(
    settings: Config, root: Path, environ: Mapping[str, str], *, offline: bool
) -> Sequence[Check]:
    """Whether each server could be started or reached; none is started."""
    if not (settings.mcp.enabled and settings.mcp.servers):
        return []
    from architect.bootstrap.mcp import configured_servers

    configured = await asyncio.to_thread(configured_servers, settings.mcp, root, environ)
    looked_at = [_server(each, root, offline=offline) for each in configured.servers]
    faults = [
        Check(
            f"mcp.servers.{each.source}",
            State.WARNING,
            each.reason,
            english("see docs/mcp.md"),
            _test(),
        )
        for each in configured.faults
    ]
    return [*await asyncio.gather(*looked_at), *faults]


async def _server(server: "McpServer", root: Path, *, offline: bool) -> Check:
    name, test = f"mcp.servers.{server.name}", _test(server.name)
    if server.url:
        problem = "" if offline else await _unreachable(server.url)
        if problem:
            return Check(
                name, State.WARNING, problem, english("check its address, then test it"), test
            )
        return Check(name, State.OK, english("not asked") if offline else english("reachable"))
    program = server.command
    found = (root / program) if "/" in program else find_program(program)
    if found is None or not found.exists():
        text = english("{program!r} was not found", program=program)
        return Check(name, State.WARNING, text, english("install it, then test the server"), test)
    return Check(name, State.OK, english("{found}, not started", found=found))


async def _unreachable(url: str) -> str:
    """Why nobody answers at the address; empty if somebody does, or a proxy decides."""
    try:
        if proxy_for(url) is not None:
            return ""
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme, 0)
        async with asyncio.timeout(_CONNECT_S):
            _, writer = await asyncio.open_connection(parts.hostname, port)
        writer.close()
    except TimeoutError:
        return english("no connection within {connect_s:g} s", connect_s=_CONNECT_S)
    except (OSError, ValueError, ModelFault) as error:
        return english("no connection: {error}", error=error)
    return ""


def _test(name: str = "") -> str:
    return f"architect mcp test {shlex.quote(name)}" if name else "architect mcp list"
