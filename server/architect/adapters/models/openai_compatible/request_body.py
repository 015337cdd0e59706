"""The body of a request, with what the user wants said in every one."""

from collections.abc import Mapping
from typing import Any

from architect.adapters.models.loose_json import dict_of
from architect.adapters.models.openai_compatible.wire_format import WireFormat
from architect.adapters.models.request_options import RequestOptions
from architect.domain.model_exchange import ModelRequest


def request_body(
    wire: WireFormat, request: ModelRequest, options: RequestOptions, *, stream: bool
) -> dict[str, Any]:
    """The body of `request` in the format `wire`, which says what `options` want."""
    body = _merged(wire.body(request, stream=stream), wire.wishes(options))
    return _merged(body, options.extra_body)


def _merged(body: dict[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """`body` with `extra`, objects within objects key by key."""
    for name, value in extra.items():
        both = isinstance(body.get(name), dict) and isinstance(value, dict)
        body[name] = {**dict_of(body.get(name)), **value} if both else value
    return body
