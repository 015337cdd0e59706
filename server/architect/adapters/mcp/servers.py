"""The connections of a process to MCP servers, and what a run is offered by them."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from architect.adapters.mcp.connection import McpConnection
from architect.adapters.mcp.importing import is_mcp_imported
from architect.adapters.mcp.known_tools import KnownTools
from architect.domain.mcp_server import McpServer, McpTool
from architect.domain.tool_result import ToolResult, failed
from architect.ports.tool_source import (
    Coming,
    Offers,
    Progress,
    SourceFault,
    SourceLine,
    TextOffer,
    ToolOffer,
)

FIRST_WAIT_S = 0.2
"""The first request waits no longer for servers of which nothing is known."""

START_AFTER_S = 0.2
"""Where the SDK has still to be imported, which takes 0.5 s of the processor, servers are started
when the first request is on its way. Waiting for them would be in vain."""

IDLE_S = 600.0
"""After the last run that used it, a server is ended that is kept between runs."""


class McpServers:
    """Connections by server and workspace; those that no run has used for `idle_s` are ended."""

    def __init__(
        self, environ: Mapping[str, str], known: KnownTools, *, idle_s: float = IDLE_S
    ) -> None:
        self._environ = environ
        self._idle_s = idle_s
        self.known = known
        self._connections: dict[tuple[str, Path], McpConnection] = {}
        self._used: dict[McpConnection, int] = {}
        self._timers: dict[McpConnection, asyncio.TimerHandle] = {}
        self._ending: set[asyncio.Task[None]] = set()

    def connection(self, server: McpServer, root: Path) -> McpConnection:
        """The one connection to `server` for the workspace `root`."""
        key = (server.identity, root)
        if key not in self._connections:
            self._connections[key] = McpConnection(server, root, self._environ)
        connection = self._connections[key]
        connection.server = server  # what the settings say of it by now, such as whom they trust
        return connection

    def all(self) -> Sequence[McpConnection]:
        return tuple(self._connections.values())

    def use(self, connection: McpConnection) -> None:
        """Keep it until it is released as often."""
        self._used[connection] = self._used.get(connection, 0) + 1
        if timer := self._timers.pop(connection, None):
            timer.cancel()

    def release(self, connection: McpConnection) -> None:
        """End it in a while, if nobody uses it by then."""
        self._used[connection] -= 1
        if not self._used[connection]:
            loop = asyncio.get_running_loop()
            self._timers[connection] = loop.call_later(self._idle_s, self._end, connection)

    def _end(self, connection: McpConnection) -> None:
        task = asyncio.create_task(connection.aclose())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def aclose(self) -> None:
        """End all of them."""
        for timer in self._timers.values():
            timer.cancel()
        ending = [*self._ending, *(connection.aclose() for connection in self.all())]
        await asyncio.gather(*ending, return_exceptions=True)

    def source(self, servers: Sequence[McpServer], root: Path) -> "McpTools":
        """What these servers offer the runs of the workspace `root`."""
        return McpTools(self, [self.connection(server, root) for server in servers])


class McpTools:
    """What the servers behind `connections` offer to one run."""

    def __init__(self, servers: McpServers, connections: Sequence[McpConnection]) -> None:
        self._servers = servers
        self._connections = connections
        self._failed: set[McpConnection] = set()

    async def open(self, resources: AsyncExitStack, later: Callable[[Offers], None]) -> Offers:
        known = {each: self._known(each) for each in self._connections}
        for connection in self._connections:
            self._servers.use(connection)
            resources.callback(self._servers.release, connection)
            said = partial(_said, connection.server.name, later)
            connection.log.listeners.append(said)
            resources.callback(connection.log.listeners.remove, said)
        if is_mcp_imported():
            self._start()
            await _settled([each for each in self._connections if not known[each]])
        else:
            timer = asyncio.get_running_loop().call_later(START_AFTER_S, self._start)
            resources.callback(timer.cancel)
        tools: list[ToolOffer] = []
        coming: list[Coming] = []
        for connection in self._connections:
            if connection.state == "ready":
                self._keep(connection)
                tools += self._offers(connection, connection.tools)
            elif known[connection]:
                tools += self._offers(connection, known[connection])
            elif _is_coming(connection):
                settled = partial(_arrived, connection)
                coming.append(Coming(source=connection.server.name, settled=settled))
            changed = partial(self._changed, connection, later)
            connection.listeners.append(changed)
            resources.callback(connection.listeners.remove, changed)
        texts = [_texts_of(connection) for connection in self._connections]
        faults = self._faults(self._connections)
        return Offers(tools=tools, faults=faults, coming=coming, texts=texts)

    def _start(self) -> None:
        for connection in self._connections:
            connection.start()

    def _known(self, connection: McpConnection) -> tuple[McpTool, ...]:
        return connection.tools or self._servers.known.tools(connection.server)

    def _changed(self, connection: McpConnection, later: Callable[[Offers], None]) -> None:
        if connection.state == "ready":
            self._failed.discard(connection)
            self._keep(connection)
            later(Offers(tools=self._offers(connection, connection.tools)))
        elif faults := self._faults([connection]):
            later(Offers(faults=faults))

    def _keep(self, connection: McpConnection) -> None:
        self._servers.known.keep(connection.server, connection.tools)

    def _faults(self, connections: Iterable[McpConnection]) -> Sequence[SourceFault]:
        """Of those that have failed since they were asked for last."""
        failed = [each for each in connections if each.state == "failed"]
        new = [each for each in failed if each not in self._failed]
        self._failed.update(new)
        return [SourceFault(source=each.server.name, reason=each.problem) for each in new]

    def _offers(self, connection: McpConnection, tools: Sequence[McpTool]) -> Sequence[ToolOffer]:
        server = connection.server
        changed = self._servers.known.changed(server, tools)
        return [
            ToolOffer(
                source=server.name,
                name=tool.name,
                description=tool.description,
                schema=dict(tool.schema),
                call=partial(self._call, connection, tool),
                reads_only=tool.name in server.read_only_tools,
                is_trusted=server.is_trusted,
                version=sha256(f"{server.identity} {tool.version}".encode()).hexdigest()[:32],
                changed=changed.get(tool.name, ""),
            )
            for tool in tools
        ]

    async def _call(
        self,
        connection: McpConnection,
        tool: McpTool,
        arguments: dict[str, Any],
        progress: Progress,
    ) -> ToolResult:
        """Call the tool, unless it is not the one that was allowed."""
        connection.start()
        await connection.settled()
        if connection.state == "ready":
            now = next((each for each in connection.tools if each.name == tool.name), None)
            if now is None:
                return failed(f"the MCP server {connection.server.name} has this tool no more")
            if now.version != tool.version:
                return failed(
                    "the tool is not the one that was allowed: its description has changed. It is "
                    f"now:\n{now.definition}\nCall it again."
                )
            self._servers.known.allow(connection.server, tool)
        return await connection.call(tool.name, arguments, progress)


def _said(name: str, later: Callable[[Offers], None], line: str) -> None:
    later(Offers(said=[SourceLine(source=name, text=line)]))


def _texts_of(connection: McpConnection) -> TextOffer:
    server = connection.server
    return TextOffer(
        source=server.name,
        resource=connection.resource,
        prompt=connection.prompt,
        is_trusted=server.is_trusted,
    )


def _is_coming(connection: McpConnection) -> bool:
    return connection.state in ("off", "starting")


async def _arrived(connection: McpConnection) -> None:
    """Wait until it is known whether there is the connection, which is wanted now."""
    connection.start()
    await connection.settled()


async def _settled(connections: Sequence[McpConnection]) -> None:
    """Wait a moment until it is known whether there are these connections."""
    waiting = [asyncio.create_task(each.settled()) for each in connections]
    if waiting:
        _, pending = await asyncio.wait(waiting, timeout=FIRST_WAIT_S)
        for task in pending:
            task.cancel()
