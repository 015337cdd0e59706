"""What a review is asked to look at, and what of it was looked at."""

from architect.frozen import frozen
from architect.l10n import english

Lines = tuple[int, int]
"""The first and the last line of a place, both counted from 1 and both part of it."""


@frozen
class FileCoverage:
    """Places in a file under review; `reason` says why they were not looked at, if so.

    `lines` are those of the file as it is now, one pair for each hunk; none means all of the file.
    """

    path: str
    lines: tuple[Lines, ...] = ()
    reason: str = ""


@frozen
class ReviewPart:
    """What one agent is shown at a time: a text of this `kind`, and the places that are in it."""

    kind: str
    source: str
    text: str
    places: tuple[FileCoverage, ...]


@frozen
class ReviewScope:
    """A review of several parts, each by an agent of its own; `left_out` nobody looks at.

    `task` is what each of them is told.
    """

    task: str
    parts: tuple[ReviewPart, ...]
    left_out: tuple[FileCoverage, ...] = ()


def shown_place(place: FileCoverage) -> str:
    """`src/a.py, lines 3-7 and 20`."""
    if not place.lines:
        return place.path
    spans = [str(first) if first == last else f"{first}-{last}" for first, last in place.lines]
    if len(spans) > 1:
        return english(
            "{path}, lines {before} and {last}",
            path=place.path,
            before=", ".join(spans[:-1]),
            last=spans[-1],
        )
    if spans[0].isdecimal():
        return english("{path}, line {line}", path=place.path, line=spans[0])
    return english("{path}, lines {lines}", path=place.path, lines=spans[0])
