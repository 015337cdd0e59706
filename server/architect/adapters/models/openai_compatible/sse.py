"""Server-sent events, as far as chat completions use them.

The format: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream.
"""

from collections.abc import Iterator

from architect.lazy_pattern import lazy_pattern

_LINE_END = lazy_pattern(rb"\r\n|\n|\r")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_START = lazy_pattern(rb"(?:\xef\xbb\xbf)?\s*(?:data|event|id|retry)?:")


def looks_like_events(start: bytes) -> bool:
    """Whether an answer that starts like this is a stream of events rather than JSON."""
    return _START.match(start) is not None


class SseParser:
    """Turns bytes, cut anywhere, into the `data` of events; other fields are skipped."""

    def __init__(self) -> None:
        self._pending: list[bytes] = []
        self._data: list[bytes] = []
        self._at_start = True
        self._after_cr = False

    def feed(self, piece: bytes) -> Iterator[str]:
        """The data of the events that `piece` completes."""
        if self._after_cr and piece:
            # The CR ended its line already; this LF is the second half of the same line end.
            piece = piece.removeprefix(b"\n")
            self._after_cr = False
        if not piece:
            return
        self._after_cr = piece.endswith(b"\r")
        if _LINE_END.search(piece) is None:
            # A line of many pieces is joined once, when its end is there.
            self._pending.append(piece)
            return
        *lines, rest = _LINE_END.split(b"".join([*self._pending, piece]))
        self._pending = [rest] if rest else []
        for line in lines:
            yield from self._take_line(line)

    def end(self) -> Iterator[str]:
        """The data of an event that the end of the stream left without its blank line."""
        if self._pending:
            line = b"".join(self._pending)
            self._pending = []
            yield from self._take_line(line)
        yield from self._take_line(b"")

    def _take_line(self, line: bytes) -> Iterator[str]:
        if self._at_start:
            line = line.removeprefix(_BYTE_ORDER_MARK)
            self._at_start = False
        if not line:
            if self._data:
                yield b"\n".join(self._data).decode(errors="replace")
                self._data = []
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
