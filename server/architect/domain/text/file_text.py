"""File bytes as text and back, and the lines of a text."""

import codecs
import io
import itertools
from collections.abc import Iterable, Iterator

from architect.domain.errors import NotTextError
from architect.domain.text.document import Document
from architect.domain.text.undecodable_bytes import count_undecodable_bytes
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


_BINARY = english("it is binary: it contains NUL bytes")
_OTHER_ENCODING = english(
    "it is binary, or in another encoding such as Latin-1; only UTF-8, and UTF-16 with a byte "
    "order mark, can be read and written back unchanged. Convert it first (iconv), or use a command"
)

_CONTROLS = lazy_pattern(rb"[\x00-\x07\x0e-\x1a\x7f]")
"""Not in text; ESC and the separators from 1C on are, now and then."""
_MOST_UNDECODABLE = 0.1
"""The share of bytes that may be foreign to UTF-8; Latin-1 in a western language has half of it."""


def decode(data: bytes) -> Document:
    """The text of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one.

    A few bytes that are not UTF-8 are kept (see `domain.undecodable_bytes`).

    Raises:
        NotTextError: the bytes are something else, so nobody could read them as text.
    """
    bom, encoding = _encoding(data)
    foreign = False
    try:
        text = data[len(bom) :].decode(encoding)
    except UnicodeDecodeError as error:
        text = _with_undecodable_bytes(data, bom, encoding)
        if text is None:
            raise NotTextError(
                english(
                    "byte {offset} is not valid {encoding}: {advice}",
                    offset=error.start + len(bom),
                    encoding=encoding,
                    advice=_OTHER_ENCODING,
                )
            ) from error
        foreign = True
    if "\0" in text:
        raise NotTextError(_BINARY)
    return Document(text, encoding, bom=bool(bom), undecodable_bytes=foreign)


def _with_undecodable_bytes(data: bytes, bom: bytes, encoding: str) -> str | None:
    """Text that is UTF-8 but for a few bytes; None if it is not."""
    if encoding != "utf-8" or _CONTROLS.search(data):
        return None
    text = data[len(bom) :].decode(encoding, "surrogateescape")
    return text if count_undecodable_bytes(text) <= _MOST_UNDECODABLE * len(data) else None


def decode_pieces(pieces: Iterable[bytes]) -> Iterator[str]:
    """The text of a file whose bytes come piece by piece, the first one with the whole mark.

    Bytes that are not UTF-8 become lone surrogates, as in `decode`.

    Raises:
        NotTextError: as `decode` does; too many undecodable bytes show at the end only.
    """
    decoder, encoding, size, foreign, last = None, "", 0, 0, b""
    for piece in itertools.chain(pieces, [b""]):
        start = 0
        if decoder is None:
            bom, encoding = _encoding(piece)
            decoder, start = _decoder(encoding), len(bom)
        text = _decoded(decoder, piece[start:], final=not piece)
        size += len(piece)
        if "\0" in text:
            raise NotTextError(_BINARY)
        if found := count_undecodable_bytes(text):
            foreign += found
            if _CONTROLS.search(piece or last):
                raise NotTextError(_OTHER_ENCODING)
        last = piece
        yield text
    if foreign > _MOST_UNDECODABLE * size:
        raise NotTextError(_OTHER_ENCODING)


def _decoder(encoding: str) -> codecs.IncrementalDecoder:
    errors = "surrogateescape" if encoding == "utf-8" else "strict"
    return codecs.getincrementaldecoder(encoding)(errors)


def _decoded(decoder: codecs.IncrementalDecoder, piece: bytes, *, final: bool) -> str:
    try:
        return decoder.decode(piece, final)
    except UnicodeDecodeError as error:
        raise NotTextError(
            english("it starts like UTF-16 but is not: {reason}", reason=error.reason)
        ) from error


def _encoding(start: bytes) -> tuple[bytes, str]:
    """The byte order mark that a file begins with, and its encoding."""
    return next(((bom, name) for bom, name in _BOMS if start.startswith(bom)), (b"", "utf-8"))


def encode(document: Document) -> bytes:
    """The bytes of a file; the exact inverse of `decode`.

    Raises:
        NotTextError: the text contains NUL or what its encoding cannot express.
    """
    if "\0" in document.text:
        raise NotTextError(english("the text contains NUL, which would make the file binary"))
    errors = "surrogateescape" if document.undecodable_bytes else "strict"
    try:
        body = document.text.encode(document.encoding, errors)
    except UnicodeEncodeError as error:
        raise NotTextError(
            english(
                "{character!r} cannot be written in {encoding}",
                character=document.text[error.start],
                encoding=document.encoding,
            )
        ) from error
    if not document.bom:
        return body
    return "\ufeff".encode(document.encoding) + body


def split_lines(text: str) -> list[str]:
    """The lines of `text`, each with its line end; lines end at LF, CRLF or CR only."""
    return io.StringIO(text, newline="").readlines()


def split_at_lf(text: str) -> list[str]:
    """The lines of `text` as `diff` and git see them: only LF ends one, a lone CR does not."""
    if text.find("\n") in (-1, len(text) - 1):
        # One line, which may be very long: it need not be copied.
        return [text] if text else []
    return io.StringIO(text, newline="\n").readlines()


def count_line_ends(text: str) -> int:
    """The number of LF, CRLF and CR in `text`."""
    count = text.count("\n")
    return count + text.count("\r") - text.count("\r\n") if "\r" in text else count


def dominant_newline(text: str) -> str:
    """The line end that most lines of `text` have; LF for a text without any."""
    if "\r" not in text:
        return "\n"
    crlf = text.count("\r\n")
    counts = {"\n": text.count("\n") - crlf, "\r\n": crlf, "\r": text.count("\r") - crlf}
    return max(counts, key=lambda newline: counts[newline])


def with_newlines(text: str, newline: str) -> str:
    """`text` with every line end replaced by `newline`."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if newline == "\n" else text.replace("\n", newline)
