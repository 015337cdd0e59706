"""What offers tools while a run lasts, such as a server that is started for it."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any, Protocol

from architect.domain.tool_result import ToolResult
from architect.frozen import frozen


@frozen(kw_only=True)
class ToolOffer:
    """A tool by the name that its `source` has for it; to the model it is `SOURCE__NAME`.

    `schema` is the JSON schema of its arguments, and `call` is given some that fit it. What it does
    is not confined, recorded or undone here, so its calls are treated as commands. `reads_only` is
    for what the user knows to change nothing, whatever the tool says of itself: it needs no
    confirmation as long as the run is not tainted.
    """

    source: str
    name: str
    description: str
    schema: dict[str, Any]
    call: Callable[[dict[str, Any]], Awaitable[ToolResult]]
    reads_only: bool = False


class ToolSource(Protocol):
    async def open(self, resources: AsyncExitStack) -> Sequence[ToolOffer]:
        """What it offers; whatever has to be closed again is put into `resources`.

        What of it no model could use is left out of the run, and the user is told.

        Whoever waits for it is cancelled if the run is not wanted any more. `resources` are closed
        in any case, perhaps by another task than the one that opens.

        Raises:
            UserError: the run cannot go without it.
        """
        ...
