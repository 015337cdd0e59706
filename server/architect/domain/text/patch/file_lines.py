"""The lines of a file, and where a few of them stand together."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from enum import IntEnum

from architect.domain.errors import EditRefusedError
from architect.domain.text.undecodable_bytes import has_undecodable_bytes, shown

_COMPARED_LINES = 10_000_000
"""Altogether for one file: about a tenth of a second."""


class Tolerance(IntEnum):
    """How closely a hunk's lines have to be those of the file, from strict to loose."""

    EXACT = 0
    LINE_ENDS = 1
    TRAILING_SPACE = 2
    LOST_BYTES = 3
    """U+FFFD stands for a byte that could not be decoded."""


LOOSEST = Tolerance.LOST_BYTES

COMPARED: dict[Tolerance, Callable[[str], str]] = {
    Tolerance.EXACT: str,
    Tolerance.LINE_ENDS: lambda line: line.rstrip("\r\n"),
    Tolerance.TRAILING_SPACE: lambda line: line.rstrip(" \t\r\n"),
    Tolerance.LOST_BYTES: lambda line: shown(line.rstrip(" \t\r\n")),
}


class FileLines:
    """The lines of a file as they are and, worked out when needed, as each tolerance sees them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self._compared: dict[Tolerance, Sequence[str]] = {Tolerance.EXACT: lines}
        self._places: dict[Tolerance, dict[str, list[int]]] = {}
        self._beginning: dict[str, list[int]] = {}
        self._comparisons_left = _COMPARED_LINES

    def __len__(self) -> int:
        return len(self.lines)

    def compared(self, tolerance: Tolerance) -> Sequence[str]:
        if tolerance not in self._compared:
            if tolerance is Tolerance.LOST_BYTES and not any(
                map(has_undecodable_bytes, self.lines)
            ):
                return self.compared(Tolerance.TRAILING_SPACE)
            self._compared[tolerance] = [*map(COMPARED[tolerance], self.lines)]
        return self._compared[tolerance]

    def beginning_with(self, words: str) -> list[int]:
        """The indexes of the lines that begin with `words`, whatever their indentation."""
        if words not in self._beginning:
            lines = enumerate(self.lines)
            self._beginning[words] = [i for i, line in lines if line.lstrip().startswith(words)]
        return self._beginning[words]

    def stand_at(self, start: int, wanted: Sequence[str], tolerance: Tolerance) -> bool:
        """Whether `wanted` stands from the index `start` on."""
        found = self.lines[max(start, 0) : start + len(wanted)]
        compare = COMPARED[tolerance]
        return (
            start >= 0
            and len(found) == len(wanted)
            and [*map(compare, found)] == [*map(compare, wanted)]
        )

    def starts(self, wanted: Sequence[str], tolerance: Tolerance) -> list[int]:
        """Every index where `wanted` begins to stand, in order.

        Raises:
            EditRefusedError: nearly every line of the file is one of them, so it takes too long.
        """
        needle = [*map(COMPARED[tolerance], wanted)]
        lines, places = self.compared(tolerance), self._places_of_lines(tolerance)
        rarest = min(range(len(needle)), key=lambda i: len(places.get(needle[i], ())))
        starts: list[int] = []
        for place in places.get(needle[rarest], ()):
            at = place - rarest
            if at >= 0 and lines[at] == needle[0] and lines[at : at + len(needle)] == needle:
                starts.append(at)
            self._comparisons_left -= len(needle)
            if self._comparisons_left < 0:
                raise EditRefusedError(
                    "the lines of the patch stand in too many places of the file to tell them "
                    "apart: give hunks with exact line numbers, or write the whole file"
                )
        return starts

    def _places_of_lines(self, tolerance: Tolerance) -> dict[str, list[int]]:
        if tolerance not in self._places:
            places: defaultdict[str, list[int]] = defaultdict(list)
            for index, line in enumerate(self.compared(tolerance)):
                places[line].append(index)
            self._places[tolerance] = dict(places)
        return self._places[tolerance]
