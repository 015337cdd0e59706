"""One client, from its first message to its last."""

import contextlib
import sys

from architect.acp.agent import AcpAgent
from architect.acp.dialect import ACP
from architect.bootstrap.runtime import crash_log
from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.serving import serve_endpoint
from architect.jsonrpc.stdio import Streams

ENDED = 0
BUG = 1


def serve(streams: Streams) -> int:
    """Talk to the client until it leaves; 1 if a bug ended that."""

    async def open_agent(connection: StreamConnection) -> AcpAgent:
        return AcpAgent(connection, crash_log())

    try:
        serve_endpoint(streams, ACP, open_agent, crash_log=crash_log())
    except Exception as bug:  # noqa: BLE001 - the top of the server: a bug becomes one sentence
        where = crash_log().keep(bug)
        with contextlib.suppress(OSError):
            sys.stderr.write(f"architect: a bug ended the server ({type(bug).__name__}); {where}\n")
        return BUG
    return ENDED
