"""The text of a file as it is searched, the way ripgrep sees it.

Lines end at LF or CRLF; in a file without any LF, at CR. Bytes that are no UTF-8 become surrogates.
"""

from enum import Enum

_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


class Binary(Enum):
    """What is said of a file whose lines are not shown."""

    MATCHES = "matches"


class SearchedText:
    """A text and its lines; in a binary one, NUL ends a line too."""

    __slots__ = ("is_binary", "text")

    def __init__(self, text: str, *, is_binary: bool) -> None:
        self.text = text
        self.is_binary = is_binary

    def lines(self) -> list[str]:
        """The lines without their ends."""
        text = self.text
        end = "\n" if "\n" in text else "\r"
        lines = text.split(end)
        if not lines[-1]:
            lines.pop()
        if end == "\n" and "\r" in text:
            return [line.removesuffix("\r") for line in lines]
        return lines


def searched_text(content: bytes) -> SearchedText:
    """The text of a file with these bytes."""
    if content.startswith(_UTF16_BOMS):
        text = content.decode("utf-16", "replace")
    else:
        text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    is_binary = "\0" in text
    if is_binary:
        text = text.replace("\0", "\n")
    return SearchedText(text, is_binary=is_binary)
