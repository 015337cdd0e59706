"""Messages from a descriptor, read and decoded by a thread of their own."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator
from typing import Any

from architect.jsonrpc.framing import Frame, FrameDecoder
from architect.jsonrpc.json_bodies import message_of
from architect.jsonrpc.stdio import read_some

MAX_WAITING = 256
"""Messages that are read ahead; then the other end has to wait."""


_END = object()


class MessageReader:
    """Hands messages to the event loop in their order."""

    def __init__(self, source: int, decoder: FrameDecoder, frames: list[Frame]) -> None:
        """Go on where `decoder` stands; `frames` were cut already, but not looked at."""
        self._source = source
        self._decoder = decoder
        self._first = frames
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self._room = threading.Semaphore(MAX_WAITING)

    def start(self) -> None:
        threading.Thread(target=self._read_all, name="reader", daemon=True).start()

    async def messages(self) -> AsyncGenerator[Any]:
        """Each message as a JSON value, or as a `BrokenFrame`, until the stream ends."""
        while (message := await self._queue.get()) is not _END:
            self._room.release()
            yield message

    def _read_all(self) -> None:
        # The loop may be closed while the other end still talks.
        with contextlib.suppress(RuntimeError):
            self._hand_over(self._first)
            while octets := read_some(self._source):
                self._hand_over(self._decoder.feed(octets))
            self._put(_END)

    def _hand_over(self, frames: list[Frame]) -> None:
        frames.reverse()
        while frames:  # so that a large body is let go of as soon as it is decoded
            self._put(message_of(frames.pop()))

    def _put(self, message: Any) -> None:
        self._room.acquire()
        self._loop.call_soon_threadsafe(self._queue.put_nowait, message)
