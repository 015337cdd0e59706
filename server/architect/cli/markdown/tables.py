"""Tables of a reply: the only Markdown that waits for its end before it is shown."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from architect.cli.markdown.fragments import Fragment
from architect.cli.markdown.spans import spans
from architect.cli.word_wrap import cells
from architect.lazy_pattern import lazy_pattern

_DELIMITERS = lazy_pattern(r" {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*")
_MOST_ROWS = 200
"""Of a table that waits for its end; what follows is shown as it is."""
_MOST_CHARS = 2_000
"""Of a row; a longer one belongs to no table."""
_MOST_COLUMNS = 100
"""Of a table; one with more is shown as it is written."""
_GAP = "  "


class MarkdownTable:
    """The lines that have come of a table, if the reply is at one.

    Only rows that begin with `|` are known as rows (GitHub Flavored Markdown, section 4.10, knows
    others, which can be told from text by what follows them alone).
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    def takes(self, line: str) -> bool:
        """Whether `line` belongs to the table, or may begin one; then it is kept."""
        is_row = line.lstrip(" ").startswith("|") and len(line) <= _MOST_CHARS
        if not is_row or len(self._lines) >= _MOST_ROWS:
            return False
        if len(self._lines) == 1 and not _DELIMITERS.fullmatch(line):
            return False
        self._lines.append(line)
        return True

    def end(self) -> list[str]:
        """What was kept, which is forgotten."""
        lines, self._lines = self._lines, []
        return lines


def table_rows(lines: Sequence[str], width: int) -> list[list[Fragment]] | None:
    """The rows with aligned columns, or as lines `name: cell` if these are wider than `width`.

    None if `lines` are no table: it has a header and a line of dashes with as many cells, or if
    these are too many.
    """
    if len(lines) < 2 or not _DELIMITERS.fullmatch(lines[1]):
        return None
    header, marks, *body = map(_cells, lines)
    if len(header) != len(marks) or len(header) > _MOST_COLUMNS:
        return None
    shown = [
        [spans(cell) for cell in row] for row in (header, *(_fitted(row, header) for row in body))
    ]
    widths = [max(map(_width, column)) for column in zip_longest(*shown, fillvalue=[])]
    if sum(widths) + len(_GAP) * (len(widths) - 1) > width:
        return _records(shown)
    shown[0] = [_strong(cell) for cell in shown[0]]
    rule = [_rule(size) for size in widths]
    return [_row(row, widths, marks) for row in (shown[0], rule, *shown[1:])]


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _fitted(row: list[str], header: list[str]) -> list[str]:
    """As many cells as there are columns, as GitHub shows it."""
    return [*row, *[""] * len(header)][: len(header)]


def _row(row: Sequence[list[Fragment]], widths: list[int], marks: list[str]) -> list[Fragment]:
    found: list[Fragment] = []
    for cell, width, mark in zip(row, widths, marks, strict=True):
        free = width - _width(cell)
        left = free if mark[:1] != ":" and mark[-1:] == ":" else 0
        left = free // 2 if mark[:1] == mark[-1:] == ":" else left
        found += [*_plain(" " * left), *cell, *_plain(" " * (free - left) + _GAP)]
    while found and not found[-1][0].strip():
        found.pop()
    return found


def _records(rows: Sequence[list[list[Fragment]]]) -> list[list[Fragment]]:
    names, *body = rows
    found: list[list[Fragment]] = []
    for row in body:
        for name, cell in zip(names, row, strict=True):
            found.append([*_strong(name), *_plain(": "), *cell])
        found.append([])
    return found[:-1]


def _rule(size: int) -> list[Fragment]:
    return _plain("-" * size)


def _plain(text: str) -> list[Fragment]:
    return [(text, "plain")]


def _strong(cell: Sequence[Fragment]) -> list[Fragment]:
    return [(text, "strong") for text, _ in cell]


def _width(cell: Sequence[Fragment]) -> int:
    return sum(cells(text) for text, _ in cell)
