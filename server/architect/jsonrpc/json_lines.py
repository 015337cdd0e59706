"""One message a line, as MCP and ACP have them on standard streams.

https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#stdio
"""

from architect.jsonrpc.framing import MAX_BODY_BYTES, BrokenFrame, Frame, Framing

_WHITE = b" \t\r"


class LineDecoder:
    """A `FrameDecoder`.

    Tolerates CRLF for LF, and empty lines. A line that is too long is not kept: it is told once,
    and the next message begins behind its end.
    """

    def __init__(self, max_bytes: int = MAX_BODY_BYTES) -> None:
        self._max_bytes = max_bytes
        self._line = bytearray()
        self._is_too_long = False

    def feed(self, octets: bytes) -> list[Frame]:
        found: list[Frame] = []
        for number, piece in enumerate(octets.split(b"\n")):
            if number > 0:
                found += self._ended()
            found += self._go_on(piece)
        return found

    def _go_on(self, piece: bytes) -> list[Frame]:
        """Keep `piece` of the line; what is wrong with the line if that is known only now."""
        if self._is_too_long:
            return []
        self._line += piece
        if len(self._line) <= self._max_bytes:
            return []
        self._is_too_long = True
        self._line = bytearray()
        return [BrokenFrame(f"a message is over the limit of {self._max_bytes} bytes")]

    def _ended(self) -> list[Frame]:
        """The line, if there is anything in it."""
        line, self._line = self._line, bytearray()
        self._is_too_long = False
        return [line] if line.strip(_WHITE) else []


def as_line(body: bytes) -> bytes:
    """`body` as it goes onto the wire; what `encoded` makes has no line feed in it."""
    return body + b"\n"


LINES = Framing(LineDecoder, as_line)
