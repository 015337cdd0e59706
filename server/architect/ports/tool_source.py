"""What offers tools while a run lasts, such as a server that is started for it."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Protocol

from architect.domain.mcp_server import McpServer
from architect.domain.tool_result import ToolResult
from architect.frozen import frozen

Progress = Callable[[str], None]
"""Is told a piece of text while a call goes on."""


@frozen(kw_only=True)
class ToolOffer:
    """A tool by the name that its `source` has for it; to the model it is `SOURCE__NAME`.

    `schema` is the JSON schema of its arguments, and `call` is given some that fit it. What it does
    is not confined, recorded or undone here, so its calls are treated as commands. `reads_only` is
    for what the user knows to change nothing, whatever the tool says of itself: it needs no
    confirmation as long as the run is not tainted.
    `is_trusted` says that what it answers is taken for the user's own words, and that nothing is
    lost when it is told something.
    `version` says which description of the tool an approval is about, and `changed` is a diff of
    the one that was allowed last, if that was another one.
    """

    source: str
    name: str
    description: str
    schema: dict[str, Any]
    call: Callable[[dict[str, Any], Progress], Awaitable[ToolResult]]
    reads_only: bool = False
    is_trusted: bool = False
    version: str = ""
    changed: str = ""


@frozen(kw_only=True)
class TextOffer:
    """Texts that a `source` has for a user who names them.

    `resource` gives what is at a URI, and `prompt` what a prompt says, with the words behind its
    name as arguments; both raise a PortFault or a UserError that says why they cannot. If it
    `is_trusted`, they are taken for the user's own words.
    """

    source: str
    resource: Callable[[str], Awaitable[str]]
    prompt: Callable[[str, Sequence[str]], Awaitable[str]]
    is_trusted: bool = False


@frozen(kw_only=True)
class SourceFault:
    """A `source` that offers nothing, and why."""

    source: str
    reason: str


@frozen(kw_only=True)
class Coming:
    """A `source` that may still offer something; `settled` waits until that is known."""

    source: str
    settled: Callable[[], Awaitable[None]]


@frozen(kw_only=True)
class SourceLine:
    """A line of what a `source` says beside its answers."""

    source: str
    text: str


@frozen(kw_only=True)
class Offers:
    """What sources offer; those that are `coming` may offer more while the run goes on.

    `said` is for the log, and for nobody else.
    """

    tools: Sequence[ToolOffer] = ()
    faults: Sequence[SourceFault] = ()
    coming: Sequence[Coming] = ()
    texts: Sequence[TextOffer] = ()
    said: Sequence[SourceLine] = ()


class ToolServers(Protocol):
    """Connections that outlast a run."""

    def source(self, servers: Sequence[McpServer], root: Path) -> "ToolSource":
        """What these servers offer the runs of the workspace `root`."""
        ...


class ToolSource(Protocol):
    async def open(self, resources: AsyncExitStack, later: Callable[[Offers], None]) -> Offers:
        """What it offers; whatever has to be closed again is put into `resources`.

        What of it no model could use is left out of the run, and the user is told. What it offers
        after that, or offers in another form, `later` is given.

        Whoever waits for it is cancelled if the run is not wanted any more. `resources` are closed
        in any case, perhaps by another task than the one that opens.

        Raises:
            UserError: the run cannot go without it.
        """
        ...
