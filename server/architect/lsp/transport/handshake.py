"""The first message of an editor and its answer."""

import os

from architect.frozen import frozen
from architect.jsonrpc import json_rpc
from architect.jsonrpc.content_length import CONTENT_LENGTH
from architect.jsonrpc.first_message import first_request, send_at_once
from architect.jsonrpc.framing import Frame, FrameDecoder
from architect.jsonrpc.handlers import Params
from architect.jsonrpc.stdio import Streams
from architect.l10n import AUTO, of_locale, use_automatically, use_language
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


def perform_handshake(streams: Streams, registration: Registration) -> Handshake | None:
    """Wait for `initialize` and answer it; None if the editor left before."""
    first = first_request(streams, CONTENT_LENGTH, goodbye="exit")
    if first is None:
        return None
    features = client_features(first.params)
    answer = json_rpc.result(first.id, initialize_result(features, registration))
    send_at_once(streams, CONTENT_LENGTH, answer)
    _speak_the_editors_language(first.params)
    return Handshake(
        params=first.params, features=features, decoder=first.decoder, frames=first.frames
    )


def _speak_the_editors_language(params: Params) -> None:
    """`locale` of `initialize` is a tag of IETF, such as `es-MX` (LSP 3.17, InitializeParams)."""
    locale = params.get("locale")
    use_automatically(locale if isinstance(locale, str) else of_locale(os.environ))
    use_language(AUTO)
