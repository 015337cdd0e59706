"""One client, from its first message to its last."""

import contextlib
import os
import sys

from architect.acp.initialization import client_features, initialize_result
from architect.jsonrpc import json_rpc
from architect.jsonrpc.first_message import FirstRequest, first_request, send_at_once
from architect.jsonrpc.json_lines import LINES
from architect.jsonrpc.stdio import Streams
from architect.l10n import AUTO, of_locale, use_automatically, use_language

ENDED = 0
BUG = 1


def serve(streams: Streams) -> int:
    """Talk to the client until it leaves; 1 if a bug ended that.

    `initialize` is answered at once. Only then is imported what is heavy, while messages wait.
    """
    first = first_request(streams, LINES)
    if first is None:
        return ENDED
    _speak_the_users_language()
    send_at_once(
        streams, LINES, json_rpc.result(first.id, initialize_result(client_features(first.params)))
    )
    from architect.bootstrap.runtime import crash_log

    try:
        _converse(streams, first)
    except Exception as bug:  # noqa: BLE001 - the top of the server: a bug becomes one sentence
        where = crash_log().keep(bug)
        with contextlib.suppress(OSError):
            sys.stderr.write(f"architect: a bug ended the server ({type(bug).__name__}); {where}\n")
        return BUG
    return ENDED


def _speak_the_users_language() -> None:
    """That of the locale, until settings are read; `initialize` of ACP names none."""
    use_automatically(of_locale(os.environ))
    use_language(AUTO)


def _converse(streams: Streams, first: FirstRequest) -> None:
    from architect.acp.agent import AcpAgent
    from architect.acp.dialect import ACP
    from architect.bootstrap.runtime import crash_log
    from architect.jsonrpc.connection import StreamConnection
    from architect.jsonrpc.serving import serve_endpoint

    async def open_agent(connection: StreamConnection) -> AcpAgent:
        return AcpAgent(connection, crash_log(), client_features(first.params))

    serve_endpoint(
        streams,
        ACP,
        open_agent,
        crash_log=crash_log(),
        decoder=first.decoder,
        frames=first.frames,
    )
