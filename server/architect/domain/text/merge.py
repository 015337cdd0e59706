"""Two changes of one text as one: the three-way merge by lines that diff3 does."""

from collections.abc import Sequence
from typing import NamedTuple

from architect.domain.text.alignment import edits_between
from architect.domain.text.file_text import split_lines
from architect.frozen import frozen


@frozen
class Conflict:
    """Lines that both sides changed, and not to the same.

    `start_line` to `end_line` are those of our text, from 1, both included; if we have none there
    any more, `end_line` is the line before `start_line`. `ours` and `theirs` are the lines of each.
    """

    start_line: int
    end_line: int
    ours: str
    theirs: str


@frozen
class Merge:
    """The merged text; where there is a conflict, it has our lines."""

    text: str
    conflicts: tuple[Conflict, ...]


def merge(base: str, ours: str, theirs: str) -> Merge:
    """Both changes of `base` together.

    The same change on both sides is one. Changes side by side are no conflict, as long as they
    touch neither the same lines nor the same place between two.
    """
    base_lines, our_lines, their_lines = split_lines(base), split_lines(ours), split_lines(theirs)
    our_edits, their_edits = _edits(base_lines, our_lines), _edits(base_lines, their_lines)
    merged: list[str] = []
    conflicts: list[Conflict] = []
    position = our_shift = their_shift = 0
    for region in regions(our_edits, their_edits):
        merged += base_lines[position : region.start]
        position = region.end
        our_start, their_start = region.start + our_shift, region.start + their_shift
        our_shift += sum(map(growth, region.ours))
        their_shift += sum(map(growth, region.theirs))
        mine = our_lines[our_start : region.end + our_shift]
        other = their_lines[their_start : region.end + their_shift]
        if region.ours and region.theirs and mine != other:
            end_line = our_start + len(mine)
            conflicts.append(Conflict(our_start + 1, end_line, "".join(mine), "".join(other)))
        merged += mine if region.ours else other
    return Merge("".join([*merged, *base_lines[position:]]), tuple(conflicts))


class SideEdit(NamedTuple):
    """Lines `start:end` of the base become `lines` on one side."""

    start: int
    end: int
    lines: Sequence[str]


def growth(edit: SideEdit) -> int:
    """How many lines the side has more for it."""
    return len(edit.lines) - (edit.end - edit.start)


def _edits(base: Sequence[str], side: Sequence[str]) -> list[SideEdit]:
    return [
        SideEdit(edit.old_from, edit.old_to, side[edit.new_from : edit.new_to])
        for edit in edits_between(base, side)
    ]


class Region(NamedTuple):
    """Lines `start:end` of the base, and the edits of each side that belong together there."""

    start: int
    end: int
    ours: list[SideEdit]
    theirs: list[SideEdit]


def regions(ours: list[SideEdit], theirs: list[SideEdit]) -> list[Region]:
    """The edits in order, those that touch in one region."""
    found: list[Region] = []
    marked = [*((edit, True) for edit in ours), *((edit, False) for edit in theirs)]
    for edit, is_ours in sorted(marked, key=lambda each: each[0][:2]):
        if not found or not _touches(found[-1], edit):
            found.append(Region(edit.start, edit.end, [], []))
        last = found[-1]
        found[-1] = last._replace(end=max(last.end, edit.end))
        (last.ours if is_ours else last.theirs).append(edit)
    return found


def _touches(region: Region, edit: SideEdit) -> bool:
    """Whether `edit`, which does not begin before `region`, changes or inserts at the same place.

    What follows a last line without a line end would be joined to it, so it counts as the same.
    """
    if edit.start < region.end or edit[:2] == (region.start, region.end):
        return True
    return edit.start == region.end and any(map(_is_open, [*region.ours, *region.theirs]))


def _is_open(edit: SideEdit) -> bool:
    return bool(edit.lines) and not edit.lines[-1].endswith(("\n", "\r"))
