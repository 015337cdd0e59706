"""One server: its connection, and what it offers."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from architect.adapters.mcp.importing import import_mcp
from architect.adapters.mcp.resources import READ_RESOURCE, resource_result
from architect.adapters.mcp.results import result_of
from architect.adapters.mcp.stdio import stdio_transport
from architect.adapters.process.daemon_thread import in_daemon_thread
from architect.domain.errors import CommandRefusedError, PortFault, UserError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.mcp_server import McpPrompt, McpServer, McpTool
from architect.domain.shell import ShellCommand
from architect.domain.tool_result import ToolResult, failed
from architect.domain.trace_context import current_trace

if TYPE_CHECKING:
    from mcp.client.auth import OAuthClientProvider
    from mcp.client.client import Client

    from architect.adapters.sandbox.sandbox import Enclosure, Sandbox

CONNECT_S = 30.0
"""For a server to start, to shake hands and to say what it offers."""

MOST_TOOLS = 20_000
_MOST_PAGES = 1_000
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 60.0
"""Between a connection that failed and the next attempt."""

_STREAM_S = 300.0
"""For the next piece of a stream over HTTP."""

_CALM_S = 0.2
"""A server that says that its tools have changed may say so again at once."""

_GRACE_S = 0.5
"""For a server that was used to end by itself when its standard input is closed."""

_WANTS_A_KEY = (401, 403)
_LOG_LINES = 500
_LONGEST_REASON = 500
_REQUEST_TIMEOUT, _CONNECTION_CLOSED = -32001, -32000
"""https://www.jsonrpc.org/specification leaves these to servers; the SDK uses them so."""

_HARMLESS = ("HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER")
_TRACE = ("TRACEPARENT", "TRACESTATE")
"""What a server has of our environment: no keys, and nothing that changes what programs do. The
trace is that of who started us: a server serves many calls, each of which brings its own."""

T = TypeVar("T")
State = Literal["off", "starting", "ready", "failed"]


class McpConnection:
    """A server, started when it is needed first, and again when it is needed after it was lost.

    One task owns each connection, from its start to its end, as the SDK wants it. `on_change` is
    called when the state or the tools have changed.
    """

    def __init__(self, server: McpServer, root: Path, environ: Mapping[str, str]) -> None:
        self.server = server
        self.state: State = "off"
        self.problem = ""
        self.tools: tuple[McpTool, ...] = ()
        self.log: deque[str] = deque(maxlen=_LOG_LINES)
        self.listeners: list[Callable[[], None]] = []
        self._root = root
        self._environ = environ
        self._owner: asyncio.Task[None] | None = None
        self._client: Client | None = None
        self._settled = asyncio.Event()
        self._news: asyncio.Queue[Literal["relist", "lost", "end"]] = asyncio.Queue()
        self._failures = 0
        self._retry_at = 0.0
        self._exit_code: int | None = None
        self._was_called = False
        self._refused = ""
        self._sandbox: Sandbox | None = None
        self.sign_in: OAuthClientProvider | None = None
        """What signs in while it connects, which may take a person."""

    def start(self) -> None:
        """Connect, if there is no connection and none failed a moment ago."""
        if self._owner is not None and not self._owner.done():
            return
        if self.state == "failed" and time.monotonic() < self._retry_at:
            return
        self._settled = asyncio.Event()
        self._news = asyncio.Queue()
        self._exit_code = None
        self._become("starting")
        self._owner = asyncio.create_task(self._own())

    def forget_failures(self) -> None:
        """Have the next start be one, however little time has passed since one failed."""
        self._failures, self._retry_at = 0, 0.0

    async def settled(self) -> None:
        """Wait until it is known whether there is a connection."""
        if self.state == "starting":
            await self._settled.wait()

    async def call(
        self, name: str, arguments: dict[str, Any], on_progress: Callable[[str], None]
    ) -> ToolResult:
        """What the tool `name` answers; a server that cannot be reached is a failed result."""
        self.start()
        await self.settled()
        client = self._client
        if client is None:
            return failed(f"the MCP server {self.server.name} cannot be reached: {self.problem}")
        self._was_called = True
        from mcp.shared.exceptions import MCPError

        async def progressed(progress: float, total: float | None, message: str | None) -> None:
            share = f"{progress:g}" + (f" of {total:g}" if total else "")
            on_progress(escape_controls(f"{share} {message or ''}".strip()) + "\n")

        try:
            if READ_RESOURCE in self.tools and name == READ_RESOURCE.name:
                async with asyncio.timeout(self.server.timeout_s):
                    return await resource_result(client, str(arguments.get("uri", "")))
            answer = await client.call_tool(
                name,
                arguments,
                read_timeout_seconds=self.server.timeout_s,
                progress_callback=progressed,
                meta=cast(Any, dict(current_trace())) or None,
            )
        except MCPError as error:
            return failed(self._told(error))
        except TimeoutError:
            return failed(self._timed_out())
        except Exception as error:  # noqa: BLE001 - whatever the SDK makes of what it was sent
            return failed(f"the answer of the MCP server {self.server.name} is no result: {error}")
        return result_of(answer)

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

    async def _asked(self, ask: "Callable[[Client], Awaitable[T]]") -> T:
        self.start()
        await self.settled()
        if self._client is None:
            raise PortFault(f"the MCP server {self.server.name} cannot be reached: {self.problem}")
        self._was_called = True
        from mcp.shared.exceptions import MCPError

        try:
            async with asyncio.timeout(self.server.timeout_s):
                return await ask(self._client)
        except (PortFault, UserError):
            raise
        except MCPError as error:
            raise PortFault(escape_controls(self._told(error))) from error
        except TimeoutError as error:
            raise PortFault(self._timed_out()) from error
        except Exception as error:
            raise PortFault(
                f"the answer of the MCP server {self.server.name} makes no sense: {error}"
            ) from error

    async def aclose(self) -> None:
        """End the connection, and the server if we have started it."""
        owner, self._owner = self._owner, None
        if owner is not None and not owner.done():
            self._news.put_nowait("end")
            longest_s = 3.0 if self.state == "ready" else 0.0
            _, pending = await asyncio.wait([owner], timeout=longest_s)
            for task in pending:
                task.cancel()
                await asyncio.wait([task], timeout=3.0)
        self._become("off")

    def _told(self, error: Any) -> str:
        if error.code == _REQUEST_TIMEOUT:
            return self._timed_out()
        if error.code == _CONNECTION_CLOSED:
            self._news.put_nowait("lost")
            return f"the connection to the MCP server {self.server.name} was lost in the call"
        return str(error.message)[:100_000]

    def _timed_out(self) -> str:
        name = self.server.name
        seconds = f"{self.server.timeout_s:g} s"
        return f"the MCP server {name} gave no answer in {seconds} (mcp.servers.{name}.timeout)"

    async def _own(self) -> None:
        attempt = asyncio.create_task(self._connected())
        try:
            done, _ = await asyncio.wait(
                [attempt, ready := asyncio.create_task(self._settled.wait())],
                timeout=CONNECT_S if self.sign_in is None else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
            ready.cancel()
            if not done:
                attempt.cancel()
                await asyncio.wait([attempt])
                raise UserError(f"it gave no answer within {CONNECT_S:g} s")
            await attempt
        except asyncio.CancelledError:
            attempt.cancel()
            await asyncio.gather(attempt, return_exceptions=True)
            raise
        except BaseException as error:  # noqa: BLE001 - any failure of a server stays its own
            self._fail(self._reason(error))
        else:
            self._become("off")
        finally:
            self._client = None
            self._settled.set()

    async def _connected(self) -> None:
        """Connect and stay so until the connection is lost or not wanted any more.

        Raises:
            Exception: it failed, or was lost.
        """
        await in_daemon_thread(import_mcp)
        async with AsyncExitStack() as resources:
            transport = await self._transport(resources)
            client = await resources.enter_async_context(self._opened(transport))
            tools = await self._listed(client)
            self._client, self.tools, self._failures = client, tools, 0
            self._become("ready")
            self._settled.set()
            try:
                while (news := await self._news.get()) == "relist":
                    await asyncio.sleep(_CALM_S)  # one answer for all that were asked for meanwhile
                    while not self._news.empty() and news == "relist":
                        news = self._news.get_nowait()
                    if news != "relist":
                        break
                    self.tools = await self._listed(client)
                    self._become("ready")
            finally:
                self._client = None
        if news == "lost":
            raise ConnectionError("the connection was lost")

    def _opened(self, transport: Any) -> "Client":
        from mcp.client.client import Client
        from mcp_types import Implementation

        return Client(
            transport,
            client_info=Implementation(name="architect", version=version("architect-lsp")),
            list_roots_callback=self._roots,
            logging_callback=self._logged,
            message_handler=self._noticed,
            read_timeout_seconds=CONNECT_S,
            cache=None,
        )

    async def _transport(self, resources: AsyncExitStack) -> Any:
        server = self.server
        if server.command:
            kept = {
                name: self._environ[name] for name in (*_HARMLESS, *_TRACE) if name in self._environ
            }
            environment = kept | dict(server.env)
            return stdio_transport(
                [server.command, *server.args],
                cwd=self._root / server.cwd,
                environment=environment,
                enclosure=await self._enclosure(environment),
                on_stderr=self.note,
                on_end=self._lost,
                grace_s=lambda: _GRACE_S if self._was_called else 0.0,
            )
        if server.is_sse:
            from mcp.client.sse import sse_client

            return sse_client(
                server.url, headers=dict(server.headers), auth=await self._authentication()
            )
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        http = httpx2.AsyncClient(
            headers=dict(server.headers),
            auth=await self._authentication(),
            timeout=httpx2.Timeout(CONNECT_S, read=_STREAM_S),
            event_hooks={"response": [self._answered]},
        )
        await resources.enter_async_context(http)
        return streamable_http_client(server.url, http_client=http)

    async def _authentication(self) -> "OAuthClientProvider | None":
        """What signs the requests: the tokens of a sign-in, unless the user has given others."""
        if self.sign_in is not None or "Authorization" in self.server.headers:
            return self.sign_in
        from architect.adapters.mcp.sign_in import stored_sign_in
        from architect.adapters.mcp.tokens import KeptTokens

        kept = KeptTokens(self.server.url, self._environ)
        return await asyncio.to_thread(stored_sign_in, self.server, kept)

    async def _enclosure(self, environment: Mapping[str, str]) -> "Enclosure | None":
        """The sandbox of its process, if it is to have one.

        Raises:
            UserError: there is none here.
        """
        server = self.server
        if server.sandbox is None:
            return None
        from architect.adapters.sandbox.rules import SandboxRules
        from architect.adapters.sandbox.sandbox import Sandbox

        terms = server.sandbox
        rules = SandboxRules("require", network=terms.network, readable=terms.readable)
        self._sandbox = self._sandbox or Sandbox(self._root, rules)
        # An empty line: what the words of the server mean to a shell is nothing to it.
        started = ShellCommand(line="", cwd=self._root / server.cwd, timeout_s=CONNECT_S)
        try:
            return await self._sandbox.enter(started, environment)
        except (CommandRefusedError, PortFault) as error:
            raise UserError(f"it is to run in a sandbox, and cannot: {error}") from error

    async def _listed(self, client: "Client") -> tuple[McpTool, ...]:
        """All tools of the server, page by page, and one for its resources.

        Raises:
            UserError: there is no end to them.
        """
        found: list[McpTool] = []
        if client.server_capabilities.resources is not None:
            found.append(READ_RESOURCE)
        cursor: str | None = None
        if client.server_capabilities.tools is None:
            return tuple(found)
        for _ in range(_MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            found += (
                McpTool(
                    name=each.name, description=each.description or "", schema=each.input_schema
                )
                for each in page.tools
            )
            cursor = page.next_cursor
            if not cursor:
                return tuple({tool.name: tool for tool in found}.values())
            if len(found) > MOST_TOOLS:
                break
        raise UserError(f"it lists more than {MOST_TOOLS} tools, or more than {_MOST_PAGES} pages")

    async def _answered(self, response: Any) -> None:
        """Remember what an HTTP server refused, which the SDK does not say."""
        self._refused = ""
        if response.is_error:
            self._refused = f"HTTP {response.status_code} {response.reason_phrase}".strip()
            if response.status_code in _WANTS_A_KEY:
                name = self.server.name
                self._refused += (
                    f"; sign in: architect mcp login {name}; or give a key by its token_env or "
                    "headers"
                )

    async def _roots(self, context: Any) -> Any:
        from mcp_types import ListRootsResult, Root

        return ListRootsResult(roots=[Root(uri=self._root.as_uri(), name=self._root.name)])  # pyright: ignore[reportArgumentType]

    async def _logged(self, params: Any) -> None:
        self.note(f"{params.level}: {params.data}")

    async def _noticed(self, message: Any) -> None:
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            self._news.put_nowait("relist")

    def note(self, line: str) -> None:
        """Keep a line of what the server says beside its answers."""
        self.log.append(escape_controls(in_one_line(line))[:_LONGEST_REASON])

    def _lost(self, exit_code: int | None) -> None:
        self._exit_code = exit_code
        self._news.put_nowait("lost")

    def _fail(self, reason: str) -> None:
        pause = min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * 2**self._failures)
        self._failures += 1
        self._retry_at = time.monotonic() + pause
        self.problem = in_one_line(escape_controls(reason))[:_LONGEST_REASON]
        self.note(self.problem)
        self._become("failed")

    def _reason(self, error: BaseException) -> str:
        """Why there is no connection, by the innermost of what was raised, or by its last words."""
        while isinstance(error, BaseExceptionGroup):
            group = cast(BaseExceptionGroup[BaseException], error)
            error = group.exceptions[0]
        if self._exit_code is not None and not isinstance(error, UserError):
            said = f": {self.log[-1]}" if self.log else ""
            return f"it ended with exit code {self._exit_code}{said}"
        said = str(error) or type(error).__name__
        return f"{said} ({self._refused})" if self._refused else said

    def _become(self, state: State) -> None:
        self.state = state
        for listener in tuple(self.listeners):
            listener()
