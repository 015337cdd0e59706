"""Which handler a message goes to, and what is answered when it is done."""

import asyncio
import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from architect.jsonrpc import json_rpc
from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.handlers import NotificationHandler, Params, RequestHandler
from architect.jsonrpc.json_rpc import ErrorAnswer, MessageId

ErrorOf = Callable[[BaseException, str, Params], ErrorAnswer]
"""What to answer when a handler of that method ended in an exception, with these parameters."""

Complain = Callable[[str, ErrorAnswer], None]
"""Told of a notification that ended in an exception, which nobody waits for."""


class Dispatcher:
    """Every well-formed request gets exactly one answer, however its handler ends.

    Each request is a task of its own. Parameters are an object, or left out.
    """

    def __init__(
        self,
        connection: StreamConnection,
        requests: Mapping[str, RequestHandler],
        notifications: Mapping[str, NotificationHandler],
        *,
        error_of: ErrorOf,
        complain: Complain,
    ) -> None:
        self._connection = connection
        self._requests = requests
        self._notifications = notifications
        self._error_of = error_of
        self._complain = complain
        self._answering: dict[MessageId, asyncio.Task[Any]] = {}
        self._notices: set[asyncio.Future[None]] = set()

    def take(self, message: json_rpc.Incoming) -> None:
        """Begin with what came in."""
        match message:
            case json_rpc.Request(id_, method, params):
                self._request(id_, method, params)
            case json_rpc.Notification(method, params):
                self._notification(method, params)
            case json_rpc.Response():
                self._connection.answered(message)
            case json_rpc.Malformed(id_, code, reason):
                self._connection.refuse(id_, ErrorAnswer(code, reason))

    def cancel(self, id_: object) -> None:
        """End the request of that id, which is answered as cancelled; nothing if there is none."""
        task = self._answering.get(id_) if isinstance(id_, int | str | float) else None
        if task is not None and not task.cancelling():
            task.cancel()

    async def cancel_others(self, timeout_s: float) -> None:
        """End all requests but the one that asks for it."""
        own = asyncio.current_task()
        others = [task for task in self._answering.values() if task is not own]
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=timeout_s)

    def _request(self, id_: MessageId, method: str, params: Any) -> None:
        refusal = self._refusal(id_, method, params)
        if refusal is not None:
            self._connection.refuse(id_, refusal)
            return
        given = cast(Params, params or {})
        task = asyncio.get_running_loop().create_task(_run(self._requests[method], given))
        self._answering[id_] = task
        task.add_done_callback(partial(self._answer, id_, method, given))

    def _refusal(self, id_: MessageId, method: str, params: Any) -> ErrorAnswer | None:
        """The answer to a request that no handler gets."""
        if id_ in self._answering:
            reason = f"a request with the id {id_!r} is still pending"
            return ErrorAnswer(json_rpc.INVALID_REQUEST, reason)
        if method not in self._requests:
            return ErrorAnswer(json_rpc.METHOD_NOT_FOUND, f"there is no method {method!r}")
        if not isinstance(params, dict | None):
            reason = f"the parameters of {method!r} are no object"
            return ErrorAnswer(json_rpc.INVALID_PARAMS, reason)
        return None

    def _answer(self, id_: MessageId, method: str, params: Params, task: asyncio.Task[Any]) -> None:
        """Answer a request whose task is over, however it ended."""
        del self._answering[id_]
        error = asyncio.CancelledError() if task.cancelled() else task.exception()
        if error is None:
            try:
                self._connection.answer(id_, task.result())
            except (TypeError, ValueError) as no_json:
                error = no_json
        if error is not None:
            self._connection.refuse(id_, self._error_of(error, method, params))

    def _notification(self, method: str, params: Any) -> None:
        handler = self._notifications.get(method)
        if handler is None or not isinstance(params, dict | None):
            return
        given = cast(Params, params or {})
        try:
            outcome = handler(given)
        except Exception as error:  # noqa: BLE001 - the fence of a notification
            self._complain(method, self._error_of(error, method, given))
            return
        if inspect.isawaitable(outcome):
            notice = asyncio.ensure_future(outcome)
            self._notices.add(notice)
            notice.add_done_callback(partial(self._finish_notice, method, given))

    def _finish_notice(self, method: str, params: Params, notice: asyncio.Future[None]) -> None:
        self._notices.discard(notice)
        if not notice.cancelled() and (error := notice.exception()) is not None:
            self._complain(method, self._error_of(error, method, params))


async def _run(handler: RequestHandler, params: Params) -> Any:
    result = handler(params)
    return await result if inspect.isawaitable(result) else result
