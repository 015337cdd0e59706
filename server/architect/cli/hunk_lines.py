"""Undecided changes as lines of a list and as patches, for people."""

from collections.abc import Sequence

from architect.app.session_hunks import ListedHunk
from architect.cli.word_wrap import cells
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.l10n import t

_LEAST_WORDS = 12
"""Columns that are left for the text of a change, however long the names of files are."""

_CUT = "..."


def hunk_rows(named: Sequence[tuple[str, ListedHunk]], width: int) -> list[str]:
    """`7  src/a.py:12  +3 -1  + total = 0` for each, in `width` columns; no row is broken."""
    names = max((len(name) for name, _ in named), default=0)
    sizes = max((len(_size(hunk)) for _, hunk in named), default=0)
    room = max(width - names - sizes - 6 - _LEAST_WORDS, _LEAST_WORDS)
    places = [_end(hunk_place(hunk), room) for _, hunk in named]
    widest = max(map(cells, places), default=0)
    rows: list[str] = []
    for (name, hunk), place in zip(named, places, strict=True):
        gap = " " * (widest - cells(place))
        row = f"{name:>{names}}  {place}{gap}  {_size(hunk):{sizes}}  {_words(hunk)}"
        rows.append(_start(row, width))
    return rows


def hunk_place(hunk: ListedHunk) -> str:
    """`src/a.py:12`"""
    return f"{escape_controls(in_one_line(hunk.path))}:{hunk.line}"


def _size(hunk: ListedHunk) -> str:
    return f"+{len(hunk.added)} -{len(hunk.removed)}"


def _words(hunk: ListedHunk) -> str:
    """The first line that the change makes, or else takes away, and what is to be known of it."""
    sign, lines = ("+", hunk.added) if any(map(str.strip, hunk.added)) else ("-", hunk.removed)
    first = next((line.strip() for line in lines if line.strip()), "")
    text = escape_controls(f"{sign} {in_one_line(first)}") if first else ""
    mark = t("(changed since)") if hunk.lost else t("(proposed)") if hunk.kind != "applied" else ""
    return f"{mark} {text}".strip()


def _start(text: str, width: int) -> str:
    """As much of the start of `text` as `width` columns take."""
    if cells(text) <= width:
        return text
    while cells(text) > width - len(_CUT):
        text = text[: min(len(text) - 1, width)]
    return f"{text}{_CUT}"


def _end(text: str, width: int) -> str:
    if cells(text) <= width:
        return text
    while cells(text) > width - len(_CUT):
        text = text[max(1, len(text) - width) :]
    return f"{_CUT}{text}"
