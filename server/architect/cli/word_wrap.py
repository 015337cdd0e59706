"""Lines for a terminal, broken between words; commands are never broken."""

import os
import re
from collections.abc import Iterable, Sequence

_HANGING = 2
"""Further lines stand this much behind the first, which tells them from the next message."""

_GOES_ON = "\u2026"
"""Stands where the sign of a row of a diff would, of which this row is more."""

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


def code_rows(line: str, width: int, *, column: int) -> list[str]:
    """A line of a diff whose sign ends at `column`, in rows of at most `width` cells.

    Rows behind the first have a mark instead of the sign and stand a little behind the code. They
    begin with a word, unless it fills more than a row.
    """
    line = line.expandtabs()
    code = line[column:]
    begins = column + len(code) - len(code.lstrip(" "))
    hanging = begins + _HANGING
    if width - hanging < _LEAST:
        hanging = column
    if cells(line) <= width or width - hanging < _LEAST:
        return [line]
    margin = _GOES_ON.rjust(column).ljust(hanging)
    rows: list[str] = []
    start = 0
    while start < len(line):
        before = margin if rows else ""
        end = _end_of_row(line, max(start, begins), start, width - len(before), width - hanging)
        rows.append((before + line[start:end]).rstrip(" "))
        start = end
        while line[start : start + 1] == " ":
            start += 1
    return rows


def _end_of_row(line: str, begins: int, start: int, room: int, next_room: int) -> int:
    """Where the row ends that takes `line` from `start` on, whose words are behind `begins`."""
    end, used = start + room if line.isascii() else start, 0
    while not line.isascii() and end < len(line) and (used := used + _width(line[end])) <= room:
        end += 1
    if line[end : end + 1] in ("", " "):
        return end
    blank = line.rfind(" ", begins, end)
    if blank < 0:
        return end
    word = line[blank + 1 : end + next_room].partition(" ")[0]
    return end if cells(word) > next_room else blank


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
