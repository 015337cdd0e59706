"""What stands behind the messages: the interface between the transport and everything else."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from architect.frozen import frozen
from architect.jsonrpc.client import Client
from architect.jsonrpc.handlers import NotificationHandler, Params, RequestHandler
from architect.lsp.protocol.client_features import ClientFeatures

ProgressToken = int | str

CommandHandler = Callable[[Params, ProgressToken | None], Any | Awaitable[Any]]
"""From the one object that is the argument (`{}` if there is none), and the `workDoneToken` of the
request, to the result; otherwise as a `RequestHandler`.
"""


class Connection(Client, Protocol):
    """The client, some notifications to which may be dropped."""

    def notify(self, method: str, params: Any, *, droppable: bool = False) -> None:
        """Send a notification; a droppable one only while the editor keeps up with reading."""
        ...


@frozen(kw_only=True)
class Registration:
    """What the server names in its answer to `initialize`, before anything heavy is imported.

    `requests` and `notifications` are those of `architect/...` that it takes or sends.
    """

    commands: tuple[str, ...]
    requests: tuple[str, ...] = ()
    notifications: tuple[str, ...] = ()


class ServerInterface(Protocol):
    """Takes the editor's messages. Made on the event loop, before any message is delivered."""

    @property
    def requests(self) -> Mapping[str, RequestHandler]:
        """By method, without those of the base protocol and without workspace/executeCommand.

        A `RequestFault` is the answer; any other exception is a bug, unless the parameters are not
        what LSP asks for.
        """
        ...

    @property
    def notifications(self) -> Mapping[str, NotificationHandler]:
        """By method; `initialized` is one of them. What is not here is ignored.

        Those about documents are plain functions, which keep the order of changes.
        """
        ...

    @property
    def commands(self) -> Mapping[str, CommandHandler]:
        """By name, for workspace/executeCommand."""
        ...

    async def shutdown(self) -> None:
        """End everything that runs; called once, for whatever reason, and has 5 s."""
        ...


OpenServer = Callable[[Params, ClientFeatures, Connection], ServerInterface]
"""From the parameters of `initialize`, what they mean, and the connection."""
