"""Patches whose lines are all indented by one level too much or too little."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from architect.domain.text.patch.hunk import Hunk, PatchLine

_MIN_SPACES = 2
_MAX_SPACES = 8
_MAX_SHIFTS = 6


class Shift(NamedTuple):
    """Indentation to take from the front of each line, and to put there."""

    removed: str
    added: str

    def __str__(self) -> str:
        return f"{self.removed or self.added!r} {'less' if self.removed else 'more'}"


def possible_shifts(hunks: Sequence[Hunk], lines: Sequence[str]) -> list[Shift]:
    """The shifts of one level at most that bring the first old line onto a line of the file."""
    first = next((old for hunk in hunks for old in hunk.old if old.strip()), None)
    if first is None:
        return []
    stripped, given = first.strip(), _indent(first)
    indents = dict.fromkeys(_indent(line) for line in lines if line.strip() == stripped)
    shifts = [_between(given, indent) for indent in indents]
    return [shift for shift in shifts if shift is not None][:_MAX_SHIFTS]


def shifted(hunk: Hunk, shift: Shift) -> Hunk | None:
    """`hunk` with every line shifted; None if one does not have the indentation to remove."""
    if any(line.text.strip() and not line.text.startswith(shift.removed) for line in hunk.lines):
        return None
    lines = tuple(
        PatchLine(line.mark, shift.added + line.text.removeprefix(shift.removed))
        if line.text.strip()
        else line
        for line in hunk.lines
    )
    return replace(hunk, lines=lines)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _between(given: str, wanted: str) -> Shift | None:
    if wanted.endswith(given):
        shift = Shift("", wanted[: len(wanted) - len(given)])
    elif given.endswith(wanted):
        shift = Shift(given[: len(given) - len(wanted)], "")
    else:
        return None
    moved = shift.removed or shift.added
    one_level = moved == "\t" or (_MIN_SPACES <= len(moved) <= _MAX_SPACES and not moved.strip(" "))
    return shift if one_level else None
