"""Messages behind a header with their length, as the base protocol of LSP has them.

https://microsoft.github.io/language-server-protocol/specifications/base/0.9/specification/
"""

import re

from architect.jsonrpc.framing import (
    MAX_BODY_BYTES,
    BrokenFrame,
    Frame,
    Framing,
)
from architect.lazy_pattern import lazy_pattern

MAX_HEADER_BYTES = 8192

_HEADER_END = lazy_pattern(rb"\r?\n\r?\n")
_LINE_END = lazy_pattern(rb"\r?\n")
_LENGTH_FIELD = lazy_pattern(rb"content-length[ \t]*:", re.IGNORECASE)
_CHARSET = lazy_pattern(r"charset\s*=\s*[\"']?([^\s;\"']+)", re.IGNORECASE)
_LONGEST_FIELD_START = 32


class ContentLengthDecoder:
    """A `FrameDecoder`.

    Tolerates LF for CRLF, empty lines between messages, and any order and case of the fields. After
    a broken header it goes on at the next `Content-Length`.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._body_bytes: int | None = None
        self._wrong_charset: str | None = None
        self._lost = False

    def feed(self, octets: bytes) -> list[Frame]:
        """What is complete now, in order."""
        self._buffer += octets
        found: list[Frame] = []
        while (frame := self._next()) is not None:
            found.append(frame)
        return found

    def _next(self) -> Frame | None:
        if self._lost and not self._find_next_header():
            return None
        if self._body_bytes is None:
            broken = self._read_header()
            if broken is not None:
                return broken
        if self._body_bytes is None or len(self._buffer) < self._body_bytes:
            return None
        body = self._take(self._body_bytes)
        self._body_bytes = None
        if self._wrong_charset is None:
            return body
        return BrokenFrame(f"messages are in UTF-8 only, and this one is in {self._wrong_charset}")

    def _read_header(self) -> BrokenFrame | None:
        """Learn how long the body is, if the header is there; or what is wrong with the header."""
        head = self._buffer[:MAX_HEADER_BYTES]
        del self._buffer[: len(head) - len(head.lstrip(b"\r\n"))]
        end = _HEADER_END.search(self._buffer, 0, MAX_HEADER_BYTES)
        if end is None:
            if len(self._buffer) < MAX_HEADER_BYTES:
                return None
            return self._lose(f"no header ends within {MAX_HEADER_BYTES} bytes")
        try:
            length, charset = _fields(bytes(self._buffer[: end.start()]))
        except ValueError as wrong:
            return self._lose(str(wrong))
        del self._buffer[: end.end()]
        self._body_bytes = length
        self._wrong_charset = None if charset in ("utf-8", "utf8") else charset
        return None

    def _lose(self, reason: str) -> BrokenFrame:
        self._lost = True
        del self._buffer[:1]  # what was tried is not tried again
        return BrokenFrame(reason)

    def _find_next_header(self) -> bool:
        field = _LENGTH_FIELD.search(self._buffer)
        del self._buffer[: field.start() if field else -_LONGEST_FIELD_START]
        self._lost = field is None
        return field is not None

    def _take(self, size: int) -> bytes | bytearray:
        """The first `size` bytes; a large body is not copied, since that takes its time."""
        if size < MAX_HEADER_BYTES:
            body = bytes(self._buffer[:size])
            del self._buffer[:size]
            return body
        rest = self._buffer[size:]
        del self._buffer[size:]
        body, self._buffer = self._buffer, rest
        return body


def _fields(header: bytes) -> tuple[int, str]:
    """The length and the character set that a header gives.

    Raises:
        ValueError: it has no usable length, or is no header.
    """
    length: int | None = None
    charset = "utf-8"
    for line in _LINE_END.split(header):
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon:
            raise ValueError(f"{_excerpt(line)} is not a header field")
        match name.strip().lower():
            case "content-length":
                length = _length(value.strip(), before=length)
            case "content-type":
                named = _CHARSET.search(value)
                charset = named[1].lower() if named else charset
            case _:  # the specification allows others to come
                pass
    if length is None:
        raise ValueError(f"a header without Content-Length: {_excerpt(header)}")
    return length, charset


def _length(value: str, *, before: int | None) -> int:
    if not re.fullmatch(r"[0-9]{1,19}", value):
        raise ValueError(f"Content-Length is {_excerpt(value)} instead of a number of bytes")
    length = int(value)
    if length > MAX_BODY_BYTES:
        raise ValueError(f"a message of {length} bytes is over the limit of {MAX_BODY_BYTES}")
    if before not in (None, length):
        raise ValueError(f"two lengths in one header: {before} and {length}")
    return length


def _excerpt(value: bytes | str) -> str:
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    return repr(text if len(text) <= 60 else f"{text[:60]}...")


def with_content_length(body: bytes) -> bytes:
    """`body` as it goes onto the wire."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


CONTENT_LENGTH = Framing(ContentLengthDecoder, with_content_length)
