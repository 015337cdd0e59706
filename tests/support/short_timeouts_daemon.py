"""The daemon with short time-outs, for editors that never answer."""

import sys
from functools import partial

from architect.jsonrpc.stdio import take_standard_streams
from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.documents.timeouts import Timeouts
from architect.lsp.registration import REGISTRATION
from architect.lsp.transport.serve import serve
from architect.lsp.transport.server_interface import OpenServer
from architect.ports.crash_log import CrashLog

PATIENCE = Timeouts(EditTimeouts(reply_s=0.6, seen_s=0.3, calm_s=0.1), answer_s=0.6, save_s=0.6)


def main() -> int:
    return serve(take_standard_streams(), REGISTRATION, _load, crash_log=_crash_log)


def _load() -> OpenServer:
    from architect.lsp.server import LspServer

    return partial(LspServer, timeouts=PATIENCE)


def _crash_log() -> CrashLog:
    from architect.bootstrap.runtime import crash_log

    return crash_log()


if __name__ == "__main__":
    sys.exit(main())
