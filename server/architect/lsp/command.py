"""`architect lsp`: the daemon on the standard streams of this process."""

from typing import TYPE_CHECKING

from architect.lsp.transport.offer import OFFER
from architect.lsp.transport.serve import serve
from architect.lsp.transport.stdio import take_standard_streams

if TYPE_CHECKING:
    from architect.lsp.transport.face import OpenFace
    from architect.ports.crash_log import CrashLog


def main() -> int:
    """Serve one editor; afterwards nothing of what its runs started is left."""
    try:
        return serve(take_standard_streams(), OFFER, _load, crash_log=_crash_log)
    finally:
        from architect.bootstrap.processes import kill_what_was_started

        kill_what_was_started()


def _load() -> "OpenFace":
    from architect.lsp.editor_face import EditorFace

    return EditorFace


def _crash_log() -> "CrashLog":
    from architect.bootstrap.crashes import crash_log

    return crash_log()
