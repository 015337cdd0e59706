"""Messages to a descriptor, written by a thread of their own."""

import threading
from collections import deque
from collections.abc import Callable

from architect.jsonrpc.stdio import write_all

DROP_ABOVE_BYTES = 1 << 20
GIVE_UP_ABOVE_BYTES = 256 << 20
"""Who left so much unread is not going to read again."""


class MessageWriter:
    """Never blocks who writes, and never holds more than a bounded backlog."""

    def __init__(self, sink: int, on_broken: Callable[[], object]) -> None:
        """`on_broken` is called once, in any thread, when nothing can be written any more."""
        self._sink = sink
        self._on_broken = on_broken
        self._waiting: deque[bytes] = deque()
        self._backlog_bytes = 0
        self._changed = threading.Condition()
        self._closing = False
        self._broken = False
        self._thread = threading.Thread(target=self._write_all, name="writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def congested(self) -> bool:
        """Whether droppable messages had better not be made now."""
        return self._backlog_bytes > DROP_ABOVE_BYTES

    def write(self, data: bytes) -> None:
        """Queue a message; nothing happens once the connection is broken."""
        with self._changed:
            if self._broken or self._closing:
                return
            self._waiting.append(data)
            self._backlog_bytes += len(data)
            overfull = self._backlog_bytes - len(data) > GIVE_UP_ABOVE_BYTES
            self._changed.notify()
        if overfull:
            self._break()

    def close(self) -> None:
        """Take nothing more."""
        with self._changed:
            self._closing = True
            self._changed.notify()

    def flush(self, timeout_s: float) -> None:
        """Close, and give the other end that long to take what is queued."""
        self.close()
        self._thread.join(timeout_s)

    def _write_all(self) -> None:
        while (octets := self._next()) is not None:
            try:
                write_all(self._sink, octets)
            except OSError:
                self._break()
                return
            with self._changed:
                self._backlog_bytes -= len(octets)

    def _next(self) -> bytes | None:
        with self._changed:
            while not self._waiting:
                if self._closing:
                    return None
                self._changed.wait()
            return self._waiting.popleft()

    def _break(self) -> None:
        with self._changed:
            first = not self._broken
            self._broken = True
            self._closing = True
            self._waiting.clear()
            self._backlog_bytes = 0
            self._changed.notify()
        if first:
            self._on_broken()
