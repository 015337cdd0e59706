"""pygls without its traps: requests, answers and notifications as plain JSON values.

What is kept of pygls is its registry of handlers and the types of lsprotocol, which say whether
parameters have the shape that LSP gives them. Its mirror of documents, its capabilities, its
bookkeeping of requests and its structured messages are not used: messages are dispatched by
`jsonrpc/`. Written against pygls 2.1.1; tests/lsp/test_traps.py shows for each trap what plain
pygls does instead.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, cast

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from architect import __version__
from architect.domain.errors import ArchitectError
from architect.jsonrpc import json_rpc
from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.dispatcher import Dispatcher
from architect.jsonrpc.fence import Fence
from architect.jsonrpc.handlers import Params
from architect.jsonrpc.json_rpc import ErrorAnswer
from architect.jsonrpc.serving import CLEAN_UP_S
from architect.l10n import english, shown, t
from architect.lsp.protocol.errors import RequestFault, request_fault
from architect.lsp.transport.lsp_shapes import fits_lsp, take_no_other_types
from architect.lsp.transport.server_interface import CommandHandler, ServerInterface
from architect.ports.crash_log import CrashLog

LAST_ANSWERS_S = 1.0
"""For requests to end once `shutdown` cancelled them."""


def make_protocol(connection: StreamConnection, crash_log: CrashLog) -> "ArchitectProtocol":
    """A protocol on a connection where `initialize` is answered already, still without a server."""
    pygls_server = LanguageServer("architect", __version__, protocol_cls=ArchitectProtocol)
    protocol = cast(ArchitectProtocol, pygls_server.protocol)
    protocol.connect(connection, crash_log)
    return protocol


class ArchitectProtocol(LanguageServerProtocol):
    """The `Endpoint` of an editor."""

    _connection: StreamConnection
    _fence: Fence
    _answering: ServerInterface
    _dispatcher: Dispatcher

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        take_no_other_types(converter)
        self._ending: asyncio.Task[None] | None = None

    def connect(self, connection: StreamConnection, crash_log: CrashLog) -> None:
        self._connection = connection
        self._fence = Fence(crash_log)

    def bind(self, server: ServerInterface) -> None:
        """Have `server` answer; not by pygls' decorators, which look at parameters of handlers."""
        self._answering = server
        self._registry.features.update(server.requests)
        self._registry.features.update(server.notifications)
        self._registry.commands.update(server.commands)
        self._registry.features[types.CANCEL_REQUEST] = self._cancel
        self._dispatcher = Dispatcher(
            self._connection,
            self._registry.builtin_features | self._registry.features,
            self._registry.features,
            error_of=self._error_of,
            complain=self._complain,
        )

    def _register_builtin_features(self) -> None:
        """Pygls' own would keep a mirror of the documents that misplaces edits."""
        self._registry.add_builtin_feature(types.SHUTDOWN, self._shut_down)
        self._registry.add_builtin_feature(types.WORKSPACE_EXECUTE_COMMAND, self._execute_command)

    @property
    def _registry(self) -> Any:
        """Pygls' manager of features, whose tables have no types."""
        return self.fm

    @property
    def was_shut_down(self) -> bool:
        return self._shutdown

    def handle(self, message: Any) -> None:
        """Take a decoded body, or a frame that is broken."""
        match json_rpc.read(message):
            case json_rpc.Request(id_, method) if self._shutdown or method == types.INITIALIZE:
                reason = "came after 'shutdown'" if self._shutdown else "was already sent"
                error = ErrorAnswer(json_rpc.INVALID_REQUEST, f"{method!r} {reason}")
                self._connection.refuse(id_, error)
            case json_rpc.Notification(types.EXIT):
                self._connection.end()
            case json_rpc.Notification(method) if self._shutdown and method != types.CANCEL_REQUEST:
                pass
            case incoming:
                self._dispatcher.take(incoming)

    async def shutdown(self) -> None:
        """End the server; whoever asks again waits for the same end."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._answering.shutdown())
        await asyncio.shield(self._ending)

    def _cancel(self, params: Params) -> None:
        self._dispatcher.cancel(params.get("id"))

    def _error_of(self, error: BaseException, method: str, params: Params) -> ErrorAnswer:
        """What to answer for what a handler raised."""
        if isinstance(error, ArchitectError):
            fault = request_fault(error)
            return ErrorAnswer(fault.code, shown(str(fault)), fault.data)
        if isinstance(error, asyncio.CancelledError) or fits_lsp(self._converter, method, params):
            return self._fence.answer(error, _title(method, params))
        reason = t("the parameters of {method!r} do not match the LSP specification", method=method)
        return ErrorAnswer(json_rpc.INVALID_PARAMS, reason)

    def _complain(self, _: str, error: ErrorAnswer) -> None:
        """One line in the editor's log; a pop-up at every keystroke would be worse than the bug."""
        message = {"type": types.MessageType.Error.value, "message": error.message}
        self._connection.notify(types.WINDOW_LOG_MESSAGE, message, droppable=True)

    # What pygls calls built-in features

    def _execute_command(self, params: Params) -> Any:
        name, arguments = params.get("command"), params.get("arguments")
        handlers = cast(Mapping[Any, CommandHandler], self._registry.commands)
        if not isinstance(name, str) or name not in handlers:
            known = ", ".join(handlers)
            raise RequestFault(
                json_rpc.INVALID_PARAMS,
                english("there is no command {name!r}; there are {known}", name=name, known=known),
            )
        match arguments:
            case None | [] | [None]:
                argument: Params = {}
            case [dict()]:
                argument = cast(Params, cast(list[Any], arguments)[0])
            case _:
                raise RequestFault(
                    json_rpc.INVALID_PARAMS,
                    english("{name!r} takes exactly one argument, an object", name=name),
                )
        token = params.get("workDoneToken")
        return handlers[name](argument, token if isinstance(token, int | str) else None)

    async def _shut_down(self, _: Params) -> None:
        self._shutdown = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLEAN_UP_S):
                await self.shutdown()
        await self._dispatcher.cancel_others(LAST_ANSWERS_S)


def _title(method: str, params: Params) -> str:
    """How a request is named to the user: a command by its own name."""
    return repr(params.get("command") if method == types.WORKSPACE_EXECUTE_COMMAND else method)
