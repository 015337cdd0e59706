"""The MCP servers of a run, out of its configuration."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.mcp.known_tools import KnownTools
from architect.adapters.mcp.servers import McpServers
from architect.adapters.shell.command_environment import key_values
from architect.config.mcp import McpServerSettings, McpSettings
from architect.domain.errors import UserError
from architect.domain.mcp_server import McpSandbox, McpServer
from architect.domain.redaction import SHORTEST_SECRET
from architect.domain.tool_result import ToolResult, failed
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.tool_source import (
    Offers,
    Progress,
    SourceFault,
    ToolOffer,
    ToolServers,
    ToolSource,
)

_REFERENCE = re.compile(r"\$\{([^}]*)\}")


def mcp_servers(environ: Mapping[str, str], *, keeps: bool = False) -> McpServers:
    """The connections of this process; those that it `keeps` are ended when they are idle."""
    known = KnownTools(user_state_folder(environ) / "mcp")
    return McpServers(environ, known) if keeps else McpServers(environ, known, idle_s=0)


@frozen
class ConfiguredServers:
    """The servers that runs use, and why others are not among them."""

    servers: tuple[McpServer, ...]
    faults: tuple[SourceFault, ...]


def configured_servers(
    settings: McpSettings, root: Path, environ: Mapping[str, str]
) -> ConfiguredServers:
    """What the settings say, with what they refer to in its place."""
    servers: list[McpServer] = []
    faults: list[SourceFault] = []
    for name, server in settings.servers.items():
        if not (settings.enabled and server.enabled):
            continue
        try:
            servers.append(server_of(name, server, root, environ))
        except UserError as error:
            faults.append(SourceFault(source=name, reason=str(error)))
    return ConfiguredServers(tuple(servers), tuple(faults))


def mcp_secrets(settings: McpSettings, environ: Mapping[str, str]) -> Iterator[str]:
    """The keys that servers are given, in variables that are named like one, and in headers."""
    for server in configured_servers(settings, Path("/"), environ).servers:
        yield from key_values(server.env)
        for value in server.headers.values():
            key = value.rpartition(" ")[2]  # it may follow a word such as Bearer
            if len(key) >= SHORTEST_SECRET:
                yield key


def server_of(
    name: str, settings: McpServerSettings, root: Path, environ: Mapping[str, str]
) -> McpServer:
    """The server that the settings mean.

    Raises:
        UserError: they refer to something that is not there.
    """

    def expanded(text: str) -> str:
        return _REFERENCE.sub(lambda match: _meant(match[1], root, environ), text)

    headers = {key: expanded(value) for key, value in settings.headers.items()}
    token = settings.token and expanded(settings.token)
    if settings.token_env is not None:
        token = environ.get(settings.token_env)
        if not token:
            raise UserError(
                english(
                    "the variable {token_env} (token_env) is not set", token_env=settings.token_env
                )
            )
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return McpServer(
        name=name,
        command=expanded(settings.command or ""),
        args=tuple(map(expanded, settings.args)),
        env={key: expanded(value) for key, value in settings.env.items()},
        cwd=expanded(settings.cwd or ""),
        url=expanded(settings.url or ""),
        headers=headers,
        is_sse=settings.type == "sse",
        timeout_s=settings.timeout,
        read_only_tools=frozenset(settings.read_only_tools),
        is_trusted=settings.trusted,
        sandbox=_sandbox(settings),
    )


def _sandbox(settings: McpServerSettings) -> McpSandbox | None:
    if not settings.sandbox:
        return None
    return McpSandbox(network=settings.sandbox_network, readable=settings.sandbox_paths)


def _meant(reference: str, root: Path, environ: Mapping[str, str]) -> str:
    """What `${...}` stands for, in the spellings of Claude Code, VS Code and Cursor."""
    if reference in ("workspaceFolder", "workspaceRoot"):
        return str(root)
    if reference == "workspaceFolderBasename":
        return root.name
    if reference == "userHome":
        return environ.get("HOME", "")
    if reference.startswith("input:"):
        raise UserError(
            english(
                "${{{reference}}} is something that VS Code asks for: put it into a variable "
                "of the environment, and write ${{env:NAME}}",
                reference=reference,
            )
        )
    name, has_default, default = reference.removeprefix("env:").partition(":-")
    value = environ.get(name)
    if value or (value is not None and not has_default):
        return value
    if has_default:
        return default
    raise UserError(english("the variable {name} of the environment is not set", name=name))


class McpSource:
    """The tools of the configured servers, and a word about those that are none."""

    def __init__(self, tools: ToolSource, faults: tuple[SourceFault, ...]) -> None:
        self._tools = tools
        self._faults = faults

    async def open(self, resources: AsyncExitStack, later: Callable[[Offers], None]) -> Offers:
        offers = await self._tools.open(resources, later)
        faults = (*self._faults, *offers.faults)
        return replace(offers, faults=faults)


class KnownOffers:
    """What servers offered when there was a connection last; none is started."""

    def __init__(self, settings: McpSettings, root: Path, environ: Mapping[str, str]) -> None:
        self._configured = configured_servers(settings, root, environ)
        known = mcp_servers(environ).known
        self._tools = {each.name: known.tools(each) for each in self._configured.servers}

    @property
    def unknown(self) -> tuple[str, ...]:
        """The servers that were never connected."""
        return tuple(name for name, tools in self._tools.items() if not tools)

    async def open(self, resources: AsyncExitStack, later: Callable[[Offers], None]) -> Offers:
        offers = [
            ToolOffer(
                source=name,
                name=tool.name,
                description=tool.description,
                schema=dict(tool.schema),
                call=_not_called,
            )
            for name, tools in self._tools.items()
            for tool in tools
        ]
        return Offers(tools=offers, faults=self._configured.faults)


async def _not_called(_: dict[str, Any], _progress: Progress) -> ToolResult:
    return failed("nothing is called for a preview")


def mcp_tools(
    settings: McpSettings,
    root: Path,
    environ: Mapping[str, str],
    kept: ToolServers | None,
    resources: AsyncExitStack,
) -> McpSource:
    """What the servers offer a run in `root`: by connections that are `kept`, or by its own."""
    if kept is None:
        kept = own = mcp_servers(environ)
        resources.push_async_callback(own.aclose)
    configured = configured_servers(settings, root, environ)
    return McpSource(kept.source(configured.servers, root), configured.faults)
