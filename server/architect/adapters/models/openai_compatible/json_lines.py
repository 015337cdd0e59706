"""A stream of JSON objects, one a line: https://github.com/ndjson/ndjson-spec."""

from collections.abc import Iterator


class LineParser:
    """Turns bytes, cut anywhere, into lines; blank ones are skipped."""

    def __init__(self) -> None:
        self._pending: list[bytes] = []

    def feed(self, piece: bytes) -> Iterator[str]:
        """The lines that `piece` completes."""
        if b"\n" not in piece:
            # A line of many pieces is joined once, when its end is there.
            self._pending.append(piece)
            return
        *lines, rest = b"".join([*self._pending, piece]).split(b"\n")
        self._pending = [rest] if rest else []
        yield from (line.decode(errors="replace") for line in lines if line.strip())

    def end(self) -> Iterator[str]:
        """A last line that the end of the stream left without its line end."""
        last = b"".join(self._pending)
        self._pending = []
        if last.strip():
            yield last.decode(errors="replace")
