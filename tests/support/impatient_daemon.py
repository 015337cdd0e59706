"""The daemon with short time-outs, for editors that never answer."""

import sys
from functools import partial

from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.runs.patience import Patience
from architect.lsp.transport.face import OpenFace
from architect.lsp.transport.offer import OFFER
from architect.lsp.transport.serve import serve
from architect.lsp.transport.stdio import take_standard_streams
from architect.ports.crash_log import CrashLog

PATIENCE = Patience(EditTimeouts(reply_s=0.6, seen_s=0.3, calm_s=0.1), answer_s=0.6, save_s=0.6)


def main() -> int:
    return serve(take_standard_streams(), OFFER, _load, crash_log=_crash_log)


def _load() -> OpenFace:
    from architect.lsp.editor_face import EditorFace

    return partial(EditorFace, patience=PATIENCE)


def _crash_log() -> CrashLog:
    from architect.bootstrap.crashes import crash_log

    return crash_log()


if __name__ == "__main__":
    sys.exit(main())
