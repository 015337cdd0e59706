"""One server: its connection, and what it offers."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from architect.adapters.mcp.http_access import HttpAccess
from architect.adapters.mcp.importing import import_mcp
from architect.adapters.mcp.link import Link
from architect.adapters.mcp.listed_tools import listed_tools
from architect.adapters.mcp.reconnecting import Pauses
from architect.adapters.mcp.resources import READ_RESOURCE, resource_result
from architect.adapters.mcp.results import result_of
from architect.adapters.mcp.server_log import LEVEL, ServerLog, as_line
from architect.adapters.mcp.server_process import ServerProcess
from architect.adapters.process.daemon_thread import in_daemon_thread
from architect.domain.errors import PortFault, UserError
from architect.domain.escape_controls import escape_controls
from architect.domain.mcp_server import McpPrompt, McpServer, McpTool
from architect.domain.tool_result import ToolResult, failed
from architect.domain.trace_context import current_trace
from architect.l10n import english

if TYPE_CHECKING:
    from mcp.client.client import Client

CONNECT_S = 30.0
"""For a server to start, to shake hands and to say what it offers."""

_CALM_S, _LONGEST_CALM_S = 0.2, 60.0
"""A server that says that its tools have changed may say so again at once. It is asked for them
again after twice the time, if that is no longer ago than this."""

_GRACE_S = 0.5
"""For a server that was used to end by itself when its standard input is closed."""

_TO_END_S = 3.0
_LONGEST_MESSAGE = 100_000

_CLOSED, _SESSION_ENDED = "Connection closed", "Session terminated"
_REFUSED = "Server returned an error response"
"""The SDK's words where a connection was lost, where a server over HTTP knows a session no more (as
after a restart), and where it answers with an error and nothing else."""

T = TypeVar("T")
State = Literal["off", "starting", "ready", "failed"]


class McpConnection:
    """A server, started when it is needed first, and again when it is needed after it was lost.

    One task owns each connection, from its start to its end, as the SDK wants it. The `listeners`
    are called when the state or the tools have changed. What it says beside its answers is in
    `log`.
    """

    def __init__(self, server: McpServer, root: Path, environ: Mapping[str, str]) -> None:
        self.server = server
        self.state: State = "off"
        self.problem = ""
        self.tools: tuple[McpTool, ...] = ()
        self.log = ServerLog()
        self.listeners: list[Callable[[], None]] = []
        self._root = root
        self._process = ServerProcess(server, root, environ)
        self._link: Link | None = None
        self._owners: set[asyncio.Task[None]] = set()
        self.pauses = Pauses()
        self._was_called = False
        self.access = HttpAccess(environ)

    def start(self) -> None:
        """Connect, if there is no connection and none failed a moment ago."""
        if self.state in ("starting", "ready"):
            return
        if self.state == "failed" and not self.pauses.is_over:
            return
        link = self._link = Link()
        self._become("starting")
        owner = asyncio.create_task(self._own(link, tuple(self._owners)))
        self._owners.add(owner)
        owner.add_done_callback(self._owners.discard)

    async def settled(self) -> None:
        """Wait until it is known whether there is a connection."""
        if self.state == "starting" and self._link is not None:
            await self._link.settled.wait()

    async def call(
        self, name: str, arguments: dict[str, Any], on_progress: Callable[[str], None]
    ) -> ToolResult:
        """What the tool `name` answers; a server that cannot be reached is a failed result."""

        async def progressed(progress: float, total: float | None, message: str | None) -> None:
            share = f"{progress:g}" + (f" of {total:g}" if total else "")
            on_progress(escape_controls(f"{share} {message or ''}".strip()) + "\n")

        # Of this call: who asks the server may be another task.
        meta = cast(Any, dict(current_trace())) or None

        async def answer(client: "Client") -> ToolResult:
            if READ_RESOURCE in self.tools and name == READ_RESOURCE.name:
                return await resource_result(client, str(arguments.get("uri", "")))
            called = await client.call_tool(
                name, arguments, progress_callback=progressed, meta=meta
            )
            return result_of(called)

        try:
            return await self._asked(answer)
        except PortFault as fault:
            return failed(str(fault))

    async def resource(self, uri: str) -> str:
        """What is at `uri`.

        Raises:
            PortFault: the server cannot be reached, or refuses.
        """
        result = await self._asked(lambda client: resource_result(client, uri))
        if not result.success:
            raise PortFault(result.text.removeprefix("Error: "))
        return result.output

    async def prompt(self, name: str, words: Sequence[str]) -> str:
        """What the prompt says with these arguments.

        Raises:
            PortFault: the server cannot be reached, or refuses.
            UserError: there is no such prompt, or its arguments are other ones.
        """
        from architect.adapters.mcp.prompts import prompt_text

        return await self._asked(lambda client: prompt_text(client, name, words))

    async def prompts(self) -> Sequence[McpPrompt]:
        """The prompts there are; raises as `resource`."""
        from architect.adapters.mcp.prompts import listed_prompts

        return await self._asked(listed_prompts)

    async def aclose(self) -> None:
        """End the connection, and the server if we have started it."""
        longest_s = _TO_END_S if self.state == "ready" else 0.0
        if self._link is not None:
            self._link.end()
        self._become("off")
        if owners := tuple(self._owners):
            _, pending = await asyncio.wait(owners, timeout=longest_s)
            for task in pending:
                task.cancel()
            if pending:
                await asyncio.wait(pending, timeout=_TO_END_S)

    async def _asked(self, ask: "Callable[[Client], Awaitable[T]]") -> T:
        """What the server answers.

        Raises:
            PortFault: it cannot be reached, refuses, or answers nonsense, or nothing in time.
        """
        name = self.server.name
        self.start()
        await self.settled()
        link = self._link
        if link is None or link.client is None:
            raise PortFault(
                english(
                    "the MCP server {name} cannot be reached: {problem}",
                    name=name,
                    problem=self.problem,
                )
            )
        self._was_called = True
        from mcp.shared.exceptions import MCPError

        try:
            async with asyncio.timeout(self.server.timeout_s):
                return await ask(link.client)
        except (PortFault, UserError):
            raise
        except MCPError as error:
            raise PortFault(escape_controls(self._told(error.message, link))) from error
        except TimeoutError as error:
            seconds = f"{self.server.timeout_s:g} s (mcp.servers.{name}.timeout)"
            raise PortFault(
                english(
                    "the MCP server {name} gave no answer in {seconds}", name=name, seconds=seconds
                )
            ) from error
        except Exception as error:
            words = as_line(str(error))
            raise PortFault(
                english(
                    "the answer of the MCP server {name} is no result: {words}",
                    name=name,
                    words=words,
                )
            ) from error

    def _told(self, message: str, link: Link) -> str:
        """Why there is no result, for the model; what it means for the connection is seen to."""
        name = self.server.name
        if message == _CLOSED:
            self._lose(link, english("the connection was lost"))
            return english(
                "the connection to the MCP server {name} was lost in the call", name=name
            )
        if message == _SESSION_ENDED:
            self._lose(link, english("its session has ended"), is_made_anew=True)
            return english(
                "the MCP server {name} has begun anew since the last call: call it again", name=name
            )
        if message == _REFUSED and self.access.refused:
            return f"{message} ({self.access.refused})"
        return message[:_LONGEST_MESSAGE]

    async def _own(self, link: Link, earlier: Sequence[asyncio.Task[None]]) -> None:
        """Keep the connection until it is over, once `earlier` ones are."""
        ready = asyncio.create_task(link.settled.wait())
        attempt: asyncio.Task[None] | None = None
        try:
            if earlier:
                await asyncio.wait(earlier)
            attempt = asyncio.create_task(self._connected(link))
            done, _ = await asyncio.wait(
                [attempt, ready],
                timeout=CONNECT_S if self.access.sign_in is None else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if not done:
                raise UserError(
                    english("it gave no answer within {connect_s:g} s", connect_s=CONNECT_S)
                )
            await attempt
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001 - any failure of a server stays its own
            self._lose(link, self._reason(error))
        finally:
            ready.cancel()
            link.end()
            if attempt is not None and not attempt.done():
                attempt.cancel()
                await asyncio.gather(attempt, return_exceptions=True)

    async def _connected(self, link: Link) -> None:
        """Connect and stay so until the connection is lost or not wanted any more.

        Raises:
            Exception: it failed, or was lost.
        """
        await in_daemon_thread(import_mcp)
        async with AsyncExitStack() as resources:
            transport = await self._transport(link, resources)
            client = await resources.enter_async_context(self._opened(transport, link))
            self.tools = await listed_tools(client)
            link.client = client
            self.pauses.connected()
            self._become("ready")
            link.settled.set()
            await self._list_again(client, link)
            link.client = None

    async def _list_again(self, client: "Client", link: Link) -> None:
        """Have the tools as they are, until the connection is over."""
        calm_s, listed_at = _CALM_S, 0.0
        while await link.is_wanted_again():
            is_at_it = time.monotonic() - listed_at < _LONGEST_CALM_S
            calm_s = min(_LONGEST_CALM_S, 2 * calm_s) if is_at_it else _CALM_S
            if not await link.goes_on_for(calm_s):
                return
            link.is_stale = False
            async with asyncio.timeout(CONNECT_S):
                self.tools = await listed_tools(client)
            listed_at = time.monotonic()
            self._become("ready")

    def _opened(self, transport: Any, link: Link) -> "Client":
        from mcp.client.client import Client
        from mcp_types import Implementation

        async def noticed(message: Any) -> None:
            if getattr(message, "method", "") == "notifications/tools/list_changed":
                link.tools_changed()

        return Client(
            transport,
            client_info=Implementation(name="architect", version=version("architect-lsp")),
            list_roots_callback=self._roots,
            logging_callback=self.log.logged,
            log_level=LEVEL,
            message_handler=noticed,
            read_timeout_seconds=CONNECT_S + self.server.timeout_s,  # ours is over before
            cache=None,
        )

    async def _transport(self, link: Link, resources: AsyncExitStack) -> Any:
        if self.server.command:
            return await self._process.transport(
                on_stderr=self.log.note,
                on_end=lambda reason: self._lose(link, self.log.behind(reason)),
                grace_s=lambda: _GRACE_S if self._was_called else 0.0,
            )
        from architect.adapters.mcp.over_http import http_transport

        auth = await self.access.authentication(self.server)
        answered = partial(self.access.answered, self.server)
        return await http_transport(self.server, auth, resources, on_answer=answered)

    async def _roots(self, context: Any) -> Any:
        from mcp_types import ListRootsResult, Root

        return ListRootsResult(roots=[Root(uri=self._root.as_uri(), name=self._root.name)])  # pyright: ignore[reportArgumentType]

    def _lose(self, link: Link, reason: str, *, is_made_anew: bool = False) -> None:
        """End this connection, if it is the one that there is, for a `reason`."""
        was_ready = self.state == "ready"
        link.end()
        if link is not self._link or self.state not in ("starting", "ready"):
            return
        self.pauses.failed(was_connected=was_ready, at_once=is_made_anew)
        self.problem = as_line(reason)
        self.log.note(self.problem)
        self._become("failed")

    def _reason(self, error: BaseException) -> str:
        """Why there is no connection, by the innermost of what was raised."""
        while isinstance(error, BaseExceptionGroup):
            group = cast(BaseExceptionGroup[BaseException], error)
            error = group.exceptions[0]
        said = str(error) or type(error).__name__
        return f"{said} ({self.access.refused})" if self.access.refused else said

    def _become(self, state: State) -> None:
        self.state = state
        for listener in tuple(self.listeners):
            listener()
