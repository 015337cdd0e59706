"""Messages of JSON-RPC 2.0 as plain values. https://www.jsonrpc.org/specification"""

import math
from typing import Any, TypeGuard, cast

from architect.frozen import frozen
from architect.jsonrpc.framing import BrokenFrame

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
SERVER_NOT_INITIALIZED = -32002
REQUEST_CANCELLED = -32800

MessageId = int | str | float
Message = dict[str, Any]


@frozen
class Request:
    id: MessageId
    method: str
    params: Any


@frozen
class Notification:
    method: str
    params: Any


@frozen
class Response:
    """`error` is None if there is a result, which may be None too."""

    id: MessageId | None
    result: Any
    error: Any


@frozen
class Malformed:
    """Not a message; what to answer."""

    id: MessageId | None
    code: int
    reason: str


@frozen
class ErrorAnswer:
    """What a request is answered that has no result; `data` is any JSON value, or None."""

    code: int
    message: str
    data: Any = None


Incoming = Request | Notification | Response | Malformed


def read(message: Any) -> Incoming:
    """What a decoded body, or a frame that is broken, is."""
    if isinstance(message, BrokenFrame):
        return Malformed(None, PARSE_ERROR, message.reason)
    if not isinstance(message, dict):
        kind = "a batch" if isinstance(message, list) else "no object"
        return _invalid(None, f"a message has to be one JSON object, and this is {kind}")
    fields = cast(Message, message)
    id_ = fields.get("id")
    usable_id = id_ if _is_id(id_) else None
    if fields.get("jsonrpc") != "2.0":
        return _invalid(usable_id, 'a message has to say "jsonrpc": "2.0"')
    if "method" not in fields:
        if "result" in fields or "error" in fields:
            return Response(usable_id, fields.get("result"), fields.get("error"))
        return _invalid(usable_id, "a message without method, result and error")
    method = fields["method"]
    if not isinstance(method, str):
        return _invalid(usable_id, "the method has to be a string")
    if "id" not in fields:
        return Notification(method, fields.get("params"))
    if usable_id is None:
        return _invalid(None, f"the id of {method!r} is neither a number nor a string")
    return Request(usable_id, method, fields.get("params"))


def _invalid(id_: MessageId | None, reason: str) -> Malformed:
    return Malformed(id_, INVALID_REQUEST, reason)


def _is_id(value: object) -> TypeGuard[MessageId]:
    if isinstance(value, bool) or not isinstance(value, int | str | float):
        return False
    return not isinstance(value, float) or math.isfinite(value)


def request(id_: MessageId, method: str, params: Any) -> Message:
    return {"jsonrpc": "2.0", "id": id_, "method": method} | _given(params)


def notification(method: str, params: Any) -> Message:
    return {"jsonrpc": "2.0", "method": method} | _given(params)


def _given(params: Any) -> Message:
    return {} if params is None else {"params": params}


def result(id_: MessageId, value: Any) -> Message:
    return {"jsonrpc": "2.0", "id": id_, "result": value}


def error(id_: MessageId | None, code: int, message: str, *, data: Any = None) -> Message:
    fields = {"code": code, "message": message}
    return {
        "jsonrpc": "2.0",
        "id": id_,
        "error": fields if data is None else fields | {"data": data},
    }
