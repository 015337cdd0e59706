"""JSON from and to bytes, in steps so short that other threads are not kept waiting.

`json.loads` holds the interpreter's lock until it is done, 0.3 s for 100 MB. What makes messages
large is the text of a document, so long strings are decoded piece by piece, and what remains of the
message is read by the decoder of `json` that is written in Python.
"""

import json
import os
import re
from collections.abc import Callable
from typing import Any, cast

from architect.jsonrpc.framing import BrokenFrame, Frame
from architect.lazy_pattern import lazy_pattern

LARGE_BYTES = 1 << 20
PIECE_BYTES = 1 << 18

_SHORT_STRING = lazy_pattern(rb'(?:[^"\\]++|\\.)*+"', re.DOTALL)
_WHOLE_CHARACTERS = lazy_pattern(
    rb"""(?:
        [^"\\]++
      | \\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}  # a surrogate pair
      | \\u[dD][89abAB][0-9a-fA-F]{2}(?: (?=") | (?!\\u[dD][c-fC-F])(?=[\s\S]{6}) )
      | \\u(?![dD][89abAB])[0-9a-fA-F]{4}
      | \\[^u]
    )*+""",
    re.VERBOSE | re.DOTALL,
)
"""Stops before an escape that the end of the piece cuts, and before the end of the string."""


def decoded(body: bytes | bytearray) -> Any:
    """The value of a message body.

    Raises:
        ValueError: it is no JSON in UTF-8, or nested too deeply.
    """
    try:
        if len(body) <= LARGE_BYTES:
            return json.loads(body.decode("utf-8"))
        return _decoded_in_steps(body)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def message_of(frame: Frame) -> Any:
    """The JSON value in a frame, or what is wrong with the frame."""
    if isinstance(frame, BrokenFrame):
        return frame
    try:
        return decoded(frame)
    except ValueError as error:
        return BrokenFrame(f"not JSON in UTF-8: {error}"[:200])


def encoded(message: Any) -> bytes:
    """The body of a message; characters that are no valid Unicode become question marks.

    Raises:
        TypeError, ValueError: `message` is no JSON value.
    """
    try:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return text.encode("utf-8", "replace")


def _decoded_in_steps(body: bytes | bytearray) -> Any:
    mark = os.urandom(16).hex()
    texts: list[str] = []
    rest: list[str] = []
    taken = at = 0
    while (quote := body.find(b'"', at)) >= 0:
        short = _SHORT_STRING.match(body, quote + 1, quote + 1 + PIECE_BYTES)
        if short is not None:
            at = short.end()
            continue
        text, at = _long_string(body, quote + 1)
        if body[at : at + PIECE_BYTES].lstrip()[:1] == b":":
            continue  # a key; only values are put back
        rest += (_text(body, taken, quote), f'"{mark}{len(texts)}"')
        texts.append(text)
        taken = at
    rest.append(_text(body, taken, len(body)))
    return _StepwiseDecoder(mark, texts).decode("".join(rest))


def _long_string(body: bytes | bytearray, start: int) -> tuple[str, int]:
    """The string whose content begins at `start`, and where the message goes on behind it."""
    pieces: list[str] = []
    at = start
    while body[at : at + 1] != b'"':
        match = _WHOLE_CHARACTERS.match(body, at, at + PIECE_BYTES)
        end = match.end() if match else at
        while end < len(body) and 0x80 <= body[end] < 0xC0:  # inside of a character
            end -= 1
        if end <= at:
            raise ValueError(f"a string that is broken or does not end, at byte {at}")
        pieces.append(json.loads(f'"{body[at:end].decode("utf-8")}"'))
        at = end
    return "".join(pieces), at + 1


def _text(body: bytes | bytearray, start: int, end: int) -> str:
    """The text of some bytes, which begin and end between two characters."""
    pieces: list[str] = []
    while start < end:
        stop = min(start + LARGE_BYTES, end)
        while stop < end and 0x80 <= body[stop] < 0xC0 and stop > start + 1:
            stop -= 1
        pieces.append(body[start:stop].decode("utf-8"))
        start = stop
    return "".join(pieces)


class _StepwiseDecoder(json.JSONDecoder):
    """The decoder of the standard library in its form without C code; puts long strings back."""

    def __init__(self, mark: str, texts: list[str]) -> None:
        from json import decoder, scanner

        super().__init__()
        scanstring: Callable[[str, int, bool], tuple[str, int]] = cast(Any, decoder).scanstring
        make_scanner: Callable[[Any], Any] = cast(Any, scanner).py_make_scanner

        def string(text: str, at: int, strict: bool) -> tuple[str, int]:
            value, end = scanstring(text, at, strict)
            return (texts[int(value[len(mark) :])] if value.startswith(mark) else value), end

        self.parse_string = string
        self.scan_once = make_scanner(self)
