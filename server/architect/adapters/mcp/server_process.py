"""The process of a server that we start: its environment, and its sandbox."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from architect.adapters.mcp.stdio import stdio_transport
from architect.domain.errors import CommandRefusedError, PortFault, UserError
from architect.domain.mcp_server import McpServer
from architect.domain.shell import ShellCommand
from architect.l10n import english

if TYPE_CHECKING:
    from architect.adapters.sandbox.sandbox import Enclosure, Sandbox

_HARMLESS = ("HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER")
_TRACE = ("TRACEPARENT", "TRACESTATE")
"""What a server has of our environment: no keys, and nothing that changes what programs do. The
trace is that of who started us: a server serves many calls, each of which brings its own."""

_TO_START_S = 30.0


class ServerProcess:
    """Starts the server, as often as it is wanted, for the workspace `root`."""

    def __init__(self, server: McpServer, root: Path, environ: Mapping[str, str]) -> None:
        self._server = server
        self._root = root
        kept = {name: environ[name] for name in (*_HARMLESS, *_TRACE) if name in environ}
        self._environment = kept | dict(server.env)
        self._sandbox: Sandbox | None = None

    async def transport(
        self,
        *,
        on_stderr: Callable[[str], None],
        on_end: Callable[[str], None],
        grace_s: Callable[[], float],
    ) -> Any:
        """What starts it and talks to it, see `stdio_transport`.

        Raises:
            UserError: it is to run in a sandbox, and there is none here.
        """
        server = self._server
        return stdio_transport(
            [server.command, *server.args],
            cwd=self._root / server.cwd,
            environment=self._environment,
            enclosure=await self._enclosure(),
            on_stderr=on_stderr,
            on_end=on_end,
            grace_s=grace_s,
        )

    async def _enclosure(self) -> "Enclosure | None":
        terms = self._server.sandbox
        if terms is None:
            return None
        from architect.adapters.sandbox.rules import SandboxRules
        from architect.adapters.sandbox.sandbox import Sandbox

        rules = SandboxRules("require", network=terms.network, readable=terms.readable)
        self._sandbox = self._sandbox or Sandbox(self._root, rules)
        # An empty line: what the words of the server mean to a shell is nothing to it.
        folder = self._root / self._server.cwd
        started = ShellCommand(line="", cwd=folder, timeout_s=_TO_START_S)
        try:
            return await self._sandbox.enter(started, self._environment)
        except (CommandRefusedError, PortFault) as error:
            raise UserError(
                english("it is to run in a sandbox, and cannot: {error}", error=error)
            ) from error
