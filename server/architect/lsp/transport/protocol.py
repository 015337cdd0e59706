"""pygls without its traps: requests, answers and notifications as plain JSON values.

What is kept of pygls is its registry of handlers and the types of lsprotocol, which say whether
parameters have the shape that LSP gives them. Its copy of the documents, its capabilities, its
bookkeeping of our own requests and its structured messages are not used. Written against pygls
2.1.1; tests/lsp/test_traps.py shows for each override what plain pygls does instead.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, cast

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from architect import __version__
from architect.domain.errors import UserError
from architect.jsonrpc import json_rpc
from architect.jsonrpc.framing import framed
from architect.jsonrpc.json_bodies import encoded
from architect.jsonrpc.json_rpc import Message, MessageId
from architect.jsonrpc.message_writer import MessageWriter
from architect.jsonrpc.outgoing_requests import OutgoingRequests
from architect.lsp.protocol.errors import RequestFault, request_fault
from architect.lsp.transport.bug_reports import BugReports
from architect.lsp.transport.lsp_shapes import fits_lsp, take_no_other_types
from architect.lsp.transport.server_interface import (
    CommandHandler,
    NotificationHandler,
    Params,
    RequestHandler,
)
from architect.lsp.transport.shown_text import shown_params
from architect.ports.crash_log import CrashLog

LAST_ANSWERS_S = 1.0
"""For requests to end once `shutdown` cancelled them."""


def make_protocol(writer: MessageWriter, crash_log: CrashLog) -> "ArchitectProtocol":
    """A protocol on a connection where `initialize` is answered already."""
    server = LanguageServer("architect", __version__, protocol_cls=ArchitectProtocol)
    protocol = cast(ArchitectProtocol, server.protocol)
    protocol.connect(writer, crash_log)
    return protocol


class ArchitectProtocol(LanguageServerProtocol):
    """Every well-formed request gets exactly one answer; this is also the `Connection`."""

    _sink: MessageWriter
    _bugs: BugReports

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        take_no_other_types(converter)
        self._answering: dict[MessageId, asyncio.Task[Any]] = {}
        self._notices: set[asyncio.Future[None]] = set()
        self._own = OutgoingRequests(self._send_data)
        self._end_server: Callable[[], Awaitable[None]] | None = None
        self.exited = asyncio.Event()

    def connect(self, writer: MessageWriter, crash_log: CrashLog) -> None:
        self._sink = writer
        self._bugs = BugReports(crash_log)
        self.set_writer(writer)

    def _register_builtin_features(self) -> None:
        """Pygls' own would keep a copy of the documents that misplaces edits."""
        self._registry.add_builtin_feature(types.SHUTDOWN, self._shut_down)
        self._registry.add_builtin_feature(types.WORKSPACE_EXECUTE_COMMAND, self._execute_command)

    @property
    def _registry(self) -> Any:
        """Pygls' manager of features, whose tables have no types."""
        return self.fm

    # Registration; not by pygls' decorators, which look at the parameters of a handler.

    def on_request(self, method: str, handler: RequestHandler) -> None:
        self._registry.features[method] = handler

    def on_notification(self, method: str, handler: NotificationHandler) -> None:
        self._registry.features[method] = handler

    def on_command(self, name: str, handler: CommandHandler) -> None:
        self._registry.commands[name] = handler

    def on_shutdown(self, end_server: Callable[[], Awaitable[None]]) -> None:
        """What has to end before `shutdown` is answered."""
        self._end_server = end_server

    @property
    def was_shut_down(self) -> bool:
        return self._shutdown

    # What comes in

    def structure_message(self, data: Message) -> Message:
        """The message as it is: nothing becomes an object, whatever its keys."""
        return data

    def handle_message(self, message: Any) -> None:
        """Take a decoded body, or a frame that is broken."""
        match json_rpc.read(message):
            case json_rpc.Request(id_, method, params):
                self._handle_request(cast(Any, id_), method, params)
            case json_rpc.Notification(method, params):
                self._handle_notification(method, params)
            case json_rpc.Response(id_, result, error):
                self._handle_response(cast(Any, id_), result, error)
            case json_rpc.Malformed(id_, code, reason):
                self._send_data(json_rpc.error(id_, code, reason))

    def _handle_request(self, msg_id: Any, method_name: str, params: Any) -> None:
        refusal = self._refusal(msg_id, method_name, params)
        if refusal is not None:
            self._send_data(json_rpc.error(msg_id, *refusal))
            return
        self._shutdown = self._shutdown or method_name == types.SHUTDOWN
        handler = cast(RequestHandler, self._get_handler(method_name))
        task = asyncio.get_running_loop().create_task(_run(handler, params or {}))
        self._answering[msg_id] = task
        task.add_done_callback(partial(self._answer, msg_id, method_name, params or {}))

    def _refusal(self, msg_id: MessageId, method: str, params: Any) -> tuple[int, str] | None:
        """The code and text for a request that is answered without a handler."""
        if self._shutdown:
            return json_rpc.INVALID_REQUEST, f"{method!r} came after 'shutdown'"
        if msg_id in self._answering:
            return json_rpc.INVALID_REQUEST, f"a request with the id {msg_id!r} is still pending"
        if method == types.INITIALIZE:
            return json_rpc.INVALID_REQUEST, "'initialize' was already sent"
        if method not in self._registry.builtin_features and method not in self._registry.features:
            return json_rpc.METHOD_NOT_FOUND, f"there is no method {method!r}"
        if not isinstance(params, dict | None):
            return json_rpc.INVALID_PARAMS, f"the parameters of {method!r} are no object"
        return None

    def _answer(
        self, msg_id: MessageId, method: str, params: Params, task: asyncio.Task[Any]
    ) -> None:
        """Answer a request whose task is over, however it ended."""
        del self._answering[msg_id]
        if task.cancelled():
            reason = f"{_title(method, params)} was cancelled"
            self._send_data(json_rpc.error(msg_id, json_rpc.REQUEST_CANCELLED, reason))
        elif isinstance(error := task.exception(), UserError):
            fault = request_fault(error)
            self._send_data(json_rpc.error(msg_id, fault.code, str(fault), data=fault.data))
        elif error is None:
            self._send_result(msg_id, method, params, task.result())
        else:
            self._send_data(json_rpc.error(msg_id, *self._told_of(error, method, params)))

    def _send_result(self, msg_id: MessageId, method: str, params: Params, result: Any) -> None:
        try:
            self._send_data(json_rpc.result(msg_id, result))
        except (TypeError, ValueError) as bug:
            sentence = self._bugs.sentence(bug, _title(method, params))
            self._send_data(json_rpc.error(msg_id, json_rpc.INTERNAL_ERROR, sentence))

    def _handle_notification(self, method_name: str, params: Any) -> None:
        if method_name == types.EXIT:
            self.exited.set()
        if method_name == types.CANCEL_REQUEST and isinstance(params, dict):
            self._handle_cancel_notification(cast(Params, params).get("id"))
        handler = cast(NotificationHandler | None, self._registry.features.get(method_name))
        if handler is None or self._shutdown or not isinstance(params, dict | None):
            return
        try:
            outcome = handler(cast(Params, params or {}))
        except Exception as bug:  # noqa: BLE001 - the fence of a notification
            self._complain(method_name, cast(Params, params), bug)
            return
        if inspect.isawaitable(outcome):
            notice = asyncio.ensure_future(outcome)
            self._notices.add(notice)
            notice.add_done_callback(partial(self._finish_notice, method_name, params))

    def _finish_notice(self, method: str, params: Any, notice: asyncio.Future[None]) -> None:
        self._notices.discard(notice)
        if not notice.cancelled() and (bug := notice.exception()) is not None:
            self._complain(method, params, bug)

    def _complain(self, method: str, params: Any, bug: BaseException) -> None:
        """One line in the editor's log; a pop-up at every keystroke would be worse than the bug."""
        _, sentence = self._told_of(bug, method, params)
        message = {"type": types.MessageType.Error.value, "message": sentence}
        self.notify(types.WINDOW_LOG_MESSAGE, message, droppable=True)

    def _told_of(self, fault: BaseException, method: str, params: Any) -> tuple[int, str]:
        """The code and sentence for what a handler raised."""
        if fits_lsp(self._converter, method, params):
            sentence = self._bugs.sentence(fault, _title(method, params))
            return json_rpc.INTERNAL_ERROR, sentence
        return (
            json_rpc.INVALID_PARAMS,
            f"the parameters of {method!r} do not match the LSP specification",
        )

    def _handle_cancel_notification(self, msg_id: Any) -> None:
        task = self._answering.get(msg_id) if isinstance(msg_id, int | str | float) else None
        if task is not None and not task.cancelling():
            task.cancel()

    # What pygls calls built-in features

    def _execute_command(self, params: Params) -> Any:
        name, arguments = params.get("command"), params.get("arguments")
        handlers = cast(Mapping[Any, CommandHandler], self._registry.commands)
        if not isinstance(name, str) or name not in handlers:
            known = ", ".join(handlers)
            raise RequestFault(
                json_rpc.INVALID_PARAMS, f"there is no command {name!r}; there are {known}"
            )
        match arguments:
            case None | [] | [None]:
                argument: Params = {}
            case [dict()]:
                argument = cast(Params, cast(list[Any], arguments)[0])
            case _:
                raise RequestFault(
                    json_rpc.INVALID_PARAMS, f"{name!r} takes exactly one argument, an object"
                )
        token = params.get("workDoneToken")
        return handlers[name](argument, token if isinstance(token, int | str) else None)

    async def _shut_down(self, _: Params) -> None:
        if self._end_server is not None:
            await self._end_server()
        own = asyncio.current_task()
        others = [task for task in self._answering.values() if task is not own]
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=LAST_ANSWERS_S)

    # What goes out

    def _send_data(self, data: Message) -> None:
        """Queue a message.

        Raises:
            TypeError, ValueError: it is no JSON.
        """
        self._sink.write(framed(encoded(data)))

    def notify(self, method: str, params: Any = None, *, droppable: bool = False) -> None:
        if not self._own.is_lost and not (droppable and self._sink.congested):
            self._send_data(json_rpc.notification(method, shown_params(method, params)))

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        return await self._own.ask(method, shown_params(method, params), timeout_s=timeout_s)

    def _handle_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        self._own.answered(msg_id, result, error)

    def lose(self) -> None:
        """The connection is over: nobody answers any more, and nobody listens."""
        self._own.lose()


def _title(method: str, params: Any) -> str:
    """How a request is named to the user: a command by its own name."""
    if method == types.WORKSPACE_EXECUTE_COMMAND and isinstance(params, dict):
        return repr(cast(Params, params).get("command"))
    return repr(method)


async def _run(handler: RequestHandler, params: Params) -> Any:
    result = handler(params)
    return await result if inspect.isawaitable(result) else result
