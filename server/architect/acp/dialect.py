"""How ACP sends messages."""

from typing import Any, cast

from architect.domain.escape_controls import escape_controls
from architect.jsonrpc import json_rpc
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.json_lines import LINES

REQUEST_PERMISSION = "session/request_permission"
SESSION_UPDATE = "session/update"
ELICIT = "elicitation/create"

_READ = frozenset({REQUEST_PERMISSION, SESSION_UPDATE, ELICIT})
_AS_IT_IS = frozenset({"path", "oldText", "newText", "uri", "rawInput"})
"""Values that a client works with; what it shows of them it draws as files are drawn."""

_IN_A_TERMINAL = "data"
"""Output that stands in a terminal, where a CR has a line drawn anew."""


def _outgoing(method: str, params: Any) -> Any:
    """`params` as they are sent: text of others for people is made harmless."""
    return _shown(params) if method in _READ else params


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return escape_controls(value)
    if isinstance(value, list):
        return [_shown(item) for item in cast(list[Any], value)]
    if isinstance(value, dict):
        fields = cast(dict[str, Any], value)
        return {key: _shown_as(key, item) for key, item in fields.items()}
    return value


def _shown_as(key: str, value: Any) -> Any:
    if key in _AS_IT_IS:
        return value
    if key == _IN_A_TERMINAL and isinstance(value, str):
        return "\r".join(map(escape_controls, value.split("\r")))
    return _shown(value)


ACP = Dialect(
    framing=LINES,
    other_end="the editor",
    withdrawal=lambda own_id: json_rpc.notification("$/cancel_request", {"requestId": own_id}),
    outgoing=_outgoing,
)
"""https://agentclientprotocol.com/protocol/transports: one message a line. Nobody has to know
`$/cancel_request`, which is ignored then, as all notifications with `$/` are."""
