"""Where the hunks of a patch belong in the lines of a file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from architect.domain.errors import EditRefusedError
from architect.domain.patch.hunk import Hunk
from architect.domain.resemblance import closest_line, numbered

_CANDIDATES = 20
"""Looked at for each hunk; more than one is ambiguous anyway, unless the header points at it."""


class NoPlaceError(EditRefusedError):
    """The old lines of a hunk are nowhere in the file."""


class Tolerance(IntEnum):
    """How closely a hunk's lines have to be those of the file, from strict to loose."""

    EXACT = 0
    LINE_ENDS = 1
    TRAILING_SPACE = 2


_COMPARED: dict[Tolerance, Callable[[str], str]] = {
    Tolerance.EXACT: str,
    Tolerance.LINE_ENDS: lambda line: line.rstrip("\r\n"),
    Tolerance.TRAILING_SPACE: lambda line: line.rstrip(" \t\r\n"),
}


@dataclass(frozen=True, slots=True)
class Placement:
    """`hunk` belongs at the index `start` of the file's lines."""

    hunk: Hunk
    start: int
    tolerance: Tolerance

    @property
    def changed_until(self) -> int:
        """The index of the line behind the last one that the hunk touches."""
        last_change = max(i for i, line in enumerate(self.hunk.lines) if line.mark != " ")
        kept = sum(line.mark != "+" for line in self.hunk.lines[last_change + 1 :])
        return self.start + len(self.hunk.old) - kept


class _File:
    """The lines of a file, as they are and as each tolerance compares them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self._compared: dict[Tolerance, list[str]] = {}

    def compared(self, tolerance: Tolerance) -> list[str]:
        if tolerance not in self._compared:
            self._compared[tolerance] = [*map(_COMPARED[tolerance], self.lines)]
        return self._compared[tolerance]


def place(hunks: Sequence[Hunk], lines: Sequence[str]) -> list[Placement]:
    """A place for every hunk that changes something, in the order of the patch.

    Raises:
        EditRefusedError: a hunk has no place or more than one.
    """
    file = _File(lines)
    placements: list[Placement] = []
    floor = drift = 0
    for hunk in hunks:
        if hunk.old == hunk.new:
            continue
        placement = _placed(hunk, file, floor, drift)
        placements.append(placement)
        floor = placement.changed_until
        if hunk.old and hunk.old_start is not None:
            drift = placement.start - (hunk.old_start - 1)
    return placements


def _placed(hunk: Hunk, file: _File, floor: int, drift: int) -> Placement:
    if not hunk.old:
        return Placement(
            hunk, _insertion_point(hunk, len(file.lines), floor, drift), Tolerance.EXACT
        )
    for tolerance in Tolerance:
        starts = _starts(hunk, file, floor, drift, tolerance)
        if starts:
            return Placement(hunk, _chosen(hunk, starts, len(file.lines), drift), tolerance)
    raise NoPlaceError(_why_nowhere(hunk, file, floor))


def _insertion_point(hunk: Hunk, length: int, floor: int, drift: int) -> int:
    """Where a hunk goes that only adds lines: behind the line its header names.

    Nothing else tells the place, so the header has to be exact, and with it the ones before.
    """
    if not length:
        return 0
    if hunk.old_start is None or hunk.old_length != 0:
        raise EditRefusedError(
            f"hunk {hunk.number} only adds lines and does not say where: give it lines of context"
        )
    if drift or not floor <= hunk.old_start <= length:
        raise EditRefusedError(
            f"hunk {hunk.number} only adds lines, and the line numbers of the patch are not those "
            "of the file: give it lines of context"
        )
    return hunk.old_start


def _starts(hunk: Hunk, file: _File, floor: int, drift: int, tolerance: Tolerance) -> list[int]:
    """The indexes from `floor` on where the old lines of `hunk` stand."""
    wanted = [*map(_COMPARED[tolerance], hunk.old)]
    lines = file.compared(tolerance)
    last = len(lines) - len(wanted)
    guesses = {hunk.old_start - 1, hunk.old_start - 1 + drift} if hunk.old_start else set[int]()
    guesses.add(last)
    starts = [
        at for at in guesses if floor <= at <= last and lines[at : at + len(wanted)] == wanted
    ]
    pivot = max(range(len(wanted)), key=lambda i: len(wanted[i]))
    at = floor - 1
    while len(starts) < _CANDIDATES:
        try:
            at = lines.index(wanted[pivot], at + 1 + pivot) - pivot
        except ValueError:
            break
        if at <= last and lines[at : at + len(wanted)] == wanted and at not in starts:
            starts.append(at)
    return sorted(starts)


def _chosen(hunk: Hunk, starts: list[int], length: int, drift: int) -> int:
    """The only start, or the one that the header or a missing line end at the end points at."""
    if len(starts) == 1:
        return starts[0]
    if hunk.old_start is not None:
        stated = hunk.old_start - 1
        pointed_at = {stated, stated + drift} & set(starts)
        if len(pointed_at) == 1:
            return pointed_at.pop()
    at_the_end = length - len(hunk.old)
    if at_the_end in starts and not hunk.old[-1].endswith(("\n", "\r")):
        return at_the_end
    shown = ", ".join(str(start + 1) for start in starts[: _CANDIDATES // 2])
    raise EditRefusedError(
        f"hunk {hunk.number} fits equally well at lines {shown}; add lines of context, or a header "
        "with the right line number"
    )


def _why_nowhere(hunk: Hunk, file: _File, floor: int) -> str:
    loosest = Tolerance.TRAILING_SPACE
    earlier = _starts(hunk, file, 0, 0, loosest) if floor else []
    if earlier:
        return (
            f"hunk {hunk.number} stands at line {earlier[0] + 1}, before the end of the hunk above "
            "it: give the hunks in the order of the file, none overlapping another"
        )
    compare = _COMPARED[loosest]
    lines, wanted = file.compared(loosest), [*map(compare, hunk.old)]
    done = [*map(compare, hunk.new)]
    at = closest_line("\n".join(lines), done)
    if at is not None and lines[at : at + len(done)] == done:
        return f"hunk {hunk.number} seems to be applied already: its new text is at line {at + 1}"
    at = closest_line("\n".join(lines), wanted)
    if at is None:
        return f"hunk {hunk.number} does not fit: nothing in the file resembles its old lines"
    return f"hunk {hunk.number} does not fit: {_first_mismatch(lines, at, wanted)}"


def _first_mismatch(lines: list[str], at: int, wanted: list[str]) -> str:
    found = lines[at : at + len(wanted)]
    nearest = f"The nearest text:\n{numbered(found, at + 1)}"
    for number, (actual, expected) in enumerate(zip(found, wanted, strict=False), start=at + 1):
        if actual != expected:
            return f"line {number} is {actual[:200]!r}, the patch has {expected[:200]!r}. {nearest}"
    return f"the file ends before it. {nearest}"
