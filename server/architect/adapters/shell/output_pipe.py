"""Reading what a command prints while the event loop goes on."""

import asyncio
import os
from typing import IO

from architect.adapters.shell.live_output import LiveOutput
from architect.adapters.shell.output_capture import OutputCapture

_CHUNK_BYTES = 1 << 16
_MOST_LAST_CHUNKS = 32
"""More than a pipe can hold; only a writer that could not be ended fills it meanwhile."""


class OutputPipe:
    """The reading end of a pipe; `ended` is set when the last writer is gone.

    It is read chunk by chunk in turn with everything else in the loop, so a flood blocks nobody.
    """

    def __init__(self, pipe: IO[bytes], capture: OutputCapture, live: LiveOutput) -> None:
        self.ended = asyncio.Event()
        self._pipe = pipe
        self._descriptor = pipe.fileno()
        self._capture = capture
        self._live = live
        self._loop = asyncio.get_running_loop()
        os.set_blocking(self._descriptor, False)
        self._loop.add_reader(self._descriptor, self._read)

    def close(self) -> None:
        """Take what is still in the pipe and close it, whoever may still hold the other end."""
        chunks = 0
        while chunks < _MOST_LAST_CHUNKS and self._read():
            chunks += 1
        self._loop.remove_reader(self._descriptor)
        self._pipe.close()
        self._live.close()

    def _read(self) -> bool:
        """Take one chunk; False if there is none now, or none any more."""
        try:
            chunk = os.read(self._descriptor, _CHUNK_BYTES)
        except BlockingIOError:
            return False
        if not chunk:
            self._loop.remove_reader(self._descriptor)
            self.ended.set()
            return False
        self._capture.feed(chunk)
        self._live.feed(chunk)
        return True
