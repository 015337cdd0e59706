"""The daemon: one editor, from its first message to its last."""

import contextlib
import sys
from collections.abc import Callable

from architect.jsonrpc.stdio import Streams
from architect.lsp.transport.handshake import perform_handshake
from architect.lsp.transport.server_interface import OpenServer, Registration
from architect.ports.crash_log import CrashLog

ENDED_IN_ORDER = 0
LOST = 1


def serve(
    streams: Streams,
    registration: Registration,
    load: Callable[[], OpenServer],
    *,
    crash_log: Callable[[], CrashLog],
) -> int:
    """Talk to the editor until it leaves; 0 if it said `shutdown` before, else 1.

    `initialize` is answered at once. Only then `load` imports what is heavy, in a thread, while
    messages wait; what it gives makes the server.
    """
    handshake = perform_handshake(streams, registration)
    if handshake is None:
        return LOST
    try:
        from architect.lsp.transport.conversation import converse

        in_order = converse(streams, handshake, load, crash_log())
    except Exception as bug:  # noqa: BLE001 - the top of the daemon: a bug becomes one sentence
        where = crash_log().keep(bug)
        with contextlib.suppress(OSError):
            sys.stderr.write(f"architect: a bug ended the daemon ({type(bug).__name__}); {where}\n")
        return LOST
    return ENDED_IN_ORDER if in_order else LOST
