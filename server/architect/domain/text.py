"""File bytes as text and back, and the lines of a text."""

import codecs
import io

from architect.domain.document import Document
from architect.domain.errors import NotTextError

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes) -> Document:
    """The text of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one.

    Raises:
        NotTextError: the bytes are something else, so they could not be written back unchanged.
    """
    bom, encoding = next(
        ((bom, encoding) for bom, encoding in _BOMS if data.startswith(bom)), (b"", "utf-8")
    )
    try:
        text = data[len(bom) :].decode(encoding)
    except UnicodeDecodeError as error:
        raise NotTextError(
            f"not text: byte {error.start + len(bom)} is not valid {encoding}; "
            "UTF-8, and UTF-16 with a byte order mark, can be read"
        ) from error
    if "\0" in text:
        raise NotTextError("binary: the file contains NUL bytes")
    return Document(text, encoding, bom=bool(bom))


def encode(document: Document) -> bytes:
    """The bytes of a file; the exact inverse of `decode`.

    Raises:
        NotTextError: the text contains NUL or what its encoding cannot express.
    """
    if "\0" in document.text:
        raise NotTextError("the text contains NUL, which would make the file binary")
    try:
        body = document.text.encode(document.encoding)
    except UnicodeEncodeError as error:
        raise NotTextError(
            f"{document.text[error.start]!r} cannot be written in {document.encoding}"
        ) from error
    if not document.bom:
        return body
    return "\ufeff".encode(document.encoding) + body


def split_lines(text: str) -> list[str]:
    """The lines of `text`, each with its line end; lines end at LF, CRLF or CR only."""
    return io.StringIO(text, newline="").readlines()


def split_at_lf(text: str) -> list[str]:
    """The lines of `text` as `diff` and git see them: only LF ends one, a lone CR does not."""
    return io.StringIO(text, newline="\n").readlines()


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
