"""Start the language server on standard input and output.

Your editor starts this; it is of no use in a terminal. docs/editors explains how to set up
Neovim, Helix, Emacs and others.
"""

from typing import TYPE_CHECKING

from architect.jsonrpc.stdio import take_standard_streams
from architect.lsp.registration import REGISTRATION
from architect.lsp.transport.serve import serve

if TYPE_CHECKING:
    from architect.lsp.transport.server_interface import OpenServer
    from architect.ports.crash_log import CrashLog


def main() -> int:
    """Serve one editor; afterwards nothing of what its runs started is left."""
    try:
        return serve(take_standard_streams(), REGISTRATION, _load, crash_log=_crash_log)
    finally:
        from architect.bootstrap.runtime import kill_what_was_started

        kill_what_was_started()


def _load() -> "OpenServer":
    from architect.lsp.server import LspServer

    return LspServer


def _crash_log() -> "CrashLog":
    from architect.bootstrap.runtime import crash_log

    return crash_log()
