"""The first message of a client, answered before anything heavy is imported, asyncio included."""

import contextlib
from typing import cast

from architect.frozen import frozen
from architect.jsonrpc import json_rpc
from architect.jsonrpc.framing import Frame, FrameDecoder, Framing
from architect.jsonrpc.handlers import Params
from architect.jsonrpc.json_bodies import encoded, message_of
from architect.jsonrpc.stdio import Streams, read_some, write_all


@frozen(kw_only=True)
class FirstRequest:
    """`initialize`, which has no answer yet; `frames` and what is in `decoder` come behind it."""

    id: json_rpc.MessageId
    params: Params
    decoder: FrameDecoder
    frames: list[Frame]


def first_request(streams: Streams, framing: Framing, *, goodbye: str = "") -> FirstRequest | None:
    """Wait for `initialize`; requests before it are refused.

    None if the client went away, or sent the notification `goodbye`, before.
    """
    decoder = framing.decoder()
    while octets := read_some(streams.source):
        frames = decoder.feed(octets)
        while frames:
            match json_rpc.read(message_of(frames.pop(0))):
                case json_rpc.Request(id_, "initialize", params) if isinstance(params, dict):
                    given = cast(Params, params)
                    return FirstRequest(id=id_, params=given, decoder=decoder, frames=frames)
                case json_rpc.Notification(method) if method == goodbye:
                    return None
                case other:
                    _refuse(streams, framing, other)
    return None


def send_at_once(streams: Streams, framing: Framing, message: json_rpc.Message) -> None:
    """Write while nothing else is going on; the message has to be small."""
    with contextlib.suppress(OSError):
        write_all(streams.sink, framing.framed(encoded(message)))


def _refuse(streams: Streams, framing: Framing, message: json_rpc.Incoming) -> None:
    match message:
        case json_rpc.Request(id_, "initialize"):
            code, reason = json_rpc.INVALID_PARAMS, "the parameters of 'initialize' are no object"
            send_at_once(streams, framing, json_rpc.error(id_, code, reason))
        case json_rpc.Request(id_, method):
            code, reason = json_rpc.SERVER_NOT_INITIALIZED, f"{method!r} came before 'initialize'"
            send_at_once(streams, framing, json_rpc.error(id_, code, reason))
        case json_rpc.Malformed(id_, code, reason):
            send_at_once(streams, framing, json_rpc.error(id_, code, reason))
        case json_rpc.Notification() | json_rpc.Response():
            pass
