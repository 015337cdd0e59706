"""Lines for a terminal, broken between words; commands and patches are never broken."""

import os
import re
from collections.abc import Iterable, Sequence

_HANGING = 2
"""Further lines stand this much behind the first, which tells them from the next message."""

_USUAL = 80
"""Columns of a terminal that does not say how many it has."""

_LEAST = 20
"""Columns that are left for words: nothing is gained by breaking lines for fewer."""


def wrapped(text: str, width: int, *, column: int | None = None) -> str:
    """Each line of `text` in lines of at most `width` cells, but for words that are longer.

    What follows stands at `column`, or else a little behind the start of the line. A word that
    would stand no further left in a line of its own stays where it is.
    """
    return "\n".join(_wrapped_line(line, width, column) for line in text.split("\n"))


def for_terminal(text: str, descriptor: int, *, column: int | None = None) -> str:
    """`text` as it is, or wrapped if `descriptor`, 1 or 2, is a terminal."""
    width = terminal_columns(descriptor)
    return text if width is None else wrapped(text, width, column=column)


def terminal_columns(descriptor: int) -> int | None:
    """How wide the terminal of `descriptor` is; None if it is none."""
    if not os.isatty(descriptor):
        return None
    return os.get_terminal_size(descriptor).columns or _USUAL


def wrapped_row(columns: Sequence[str], words: str, width: int, *, column: int) -> str:
    """A row of a table that ends with `words`; what does not fit into `width` stands at `column`.

    It is broken between columns and between words, never inside a column.
    """
    line = "  ".join([*columns, words])
    if cells(line) <= width or width - column < _LEAST:
        return line
    pieces: list[str] = []
    for each in columns:
        text = each.rstrip(" ")
        pieces += [text, " " * (len(each) - len(text) + 2)]
    return _laid([*pieces, *_pieces(words)], width, " " * column)


def _wrapped_line(line: str, width: int, column: int | None) -> str:
    if cells(line) <= width:
        return line
    start = len(line) - len(line.lstrip(" "))
    margin = " " * (start + _HANGING if column is None else column)
    return line if width - len(margin) < _LEAST else _laid(_pieces(line), width, margin)


def _pieces(line: str) -> list[str]:
    return re.findall(r"\s+|\S+", line)  # one that may begin with a gap looks at it twice


def _laid(pieces: Iterable[str], width: int, margin: str) -> str:
    lines = [""]
    gap = ""
    for piece in pieces:
        if piece.isspace():
            gap = piece
        elif cells(lines[-1]) > len(margin) and cells(lines[-1] + gap + piece) > width:
            lines.append(margin + piece)
        else:
            lines[-1] += gap + piece
    return "\n".join(lines)


def cells(text: str) -> int:
    """How wide a terminal shows `text`."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    import unicodedata

    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
