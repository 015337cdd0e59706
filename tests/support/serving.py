"""Servers of HTTP that last as long as a block, in a thread or in a process of their own."""

import os
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path

from tests.support.forked import started

POLL_S = 0.01
"""How long the end takes at most; with half a second, which is the default, tests add it up."""


@contextmanager
def serving(server: ThreadingHTTPServer) -> Generator[None]:
    """Have `server` answer in a thread of its own until the block ends, and close it."""
    thread = threading.Thread(target=server.serve_forever, args=(POLL_S,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def serving_process(program: Path, way: str) -> Generator[str]:
    """The address at which `program`, a script that is told the `way` and says its port, serves."""
    with started(
        [sys.executable, str(program), way],
        environment=os.environ,
        cwd=program.parent,
        stdout=subprocess.PIPE,
    ) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()
