"""Lines for a terminal, broken between words; commands and patches are never broken."""

import os
import re

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


def _wrapped_line(line: str, width: int, column: int | None) -> str:
    if cells(line) <= width:
        return line
    start = len(line) - len(line.lstrip(" "))
    margin = " " * (start + _HANGING if column is None else column)
    if width - len(margin) < _LEAST:
        return line
    lines = [""]
    gap = ""
    for piece in re.findall(r"\s+|\S+", line):  # one that may begin with a gap looks at it twice
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
