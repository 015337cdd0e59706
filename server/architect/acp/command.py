"""Serve an editor over the Agent Client Protocol.

Your editor starts this on standard input and output (Zed, JetBrains, Emacs, Neovim plugins); it is
of no use in a terminal. docs/editors/acp.md explains how to set them up.
"""

from architect.acp.serve import serve
from architect.jsonrpc.stdio import take_standard_streams


def main() -> int:
    """Serve one client; afterwards nothing of what its runs started is left."""
    try:
        return serve(take_standard_streams())
    finally:
        from architect.bootstrap.runtime import kill_what_was_started

        kill_what_was_started()
