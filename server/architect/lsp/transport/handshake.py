"""The first message, answered before anything heavy is imported, asyncio included."""

import contextlib
from typing import cast

from architect.frozen import frozen
from architect.jsonrpc import json_rpc
from architect.jsonrpc.content_length import CONTENT_LENGTH
from architect.jsonrpc.framing import Frame, FrameDecoder
from architect.jsonrpc.handlers import Params
from architect.jsonrpc.json_bodies import encoded, message_of
from architect.jsonrpc.stdio import Streams, read_some, write_all
from architect.lsp.protocol.client_features import ClientFeatures, client_features
from architect.lsp.transport.capabilities import initialize_result
from architect.lsp.transport.server_interface import Registration


@frozen(kw_only=True)
class Handshake:
    """An editor that was answered; `frames` and what is in `decoder` are still to be looked at."""

    params: Params
    features: ClientFeatures
    decoder: FrameDecoder
    frames: list[Frame]


@frozen
class Disconnected:
    """The editor went away, or said `exit`, before it said `initialize`."""


def perform_handshake(streams: Streams, registration: Registration) -> Handshake | Disconnected:
    """Wait for `initialize` and answer it; requests before it are refused."""
    decoder = CONTENT_LENGTH.decoder()
    while octets := read_some(streams.source):
        frames = decoder.feed(octets)
        while frames:
            match json_rpc.read(message_of(frames.pop(0))):
                case json_rpc.Request(id_, "initialize", params) if isinstance(params, dict):
                    features = client_features(params)
                    _send(streams, json_rpc.result(id_, initialize_result(features, registration)))
                    return Handshake(
                        params=cast(Params, params),
                        features=features,
                        decoder=decoder,
                        frames=frames,
                    )
                case json_rpc.Notification("exit"):
                    return Disconnected()
                case other:
                    _refuse(streams, other)
    return Disconnected()


def _refuse(streams: Streams, message: json_rpc.Incoming) -> None:
    match message:
        case json_rpc.Request(id_, "initialize"):
            code, reason = json_rpc.INVALID_PARAMS, "the parameters of 'initialize' are no object"
            _send(streams, json_rpc.error(id_, code, reason))
        case json_rpc.Request(id_, method):
            code, reason = json_rpc.SERVER_NOT_INITIALIZED, f"{method!r} came before 'initialize'"
            _send(streams, json_rpc.error(id_, code, reason))
        case json_rpc.Malformed(id_, code, reason):
            _send(streams, json_rpc.error(id_, code, reason))
        case json_rpc.Notification() | json_rpc.Response():
            pass


def _send(streams: Streams, message: json_rpc.Message) -> None:
    """Write at once; these answers are small, and nothing else is going on."""
    with contextlib.suppress(OSError):
        write_all(streams.sink, CONTENT_LENGTH.framed(encoded(message)))
