"""Which blocks of lines are the same in several places."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from architect.domain.health.measures import CodeLine, Duplicate, Place

LEAST_LINES, LEAST_TOKENS = 6, 50
"""Of a block that counts. jscpd takes 5 lines and 50 tokens (https://jscpd.dev/getting-started/configuration);
with 6, three assignments in two branches of an `if` are none."""

_MOST_PLACES = 50
"""Of one block. What is the same in more places is data, or made by a program."""

_Start = tuple[str, int]
"""A file, and the index of a line with code in it."""


def duplicates_in(files: Mapping[str, Sequence[CodeLine]]) -> tuple[Duplicate, ...]:
    """The blocks that are in `files` more than once, each as long as it can be.

    A part of it that is elsewhere, too, is a block of its own. The time is linear in the number of
    lines, but for blocks that are in many places.
    """
    return tuple(_Finder(files).found())


class _Finder:
    def __init__(self, files: Mapping[str, Sequence[CodeLine]]) -> None:
        self._files = files
        self._same = dict[_Start, tuple[_Start, ...]]()
        self._ends = dict[tuple[tuple[str, int], ...], int]()
        for starts in self._windows():
            apart = _without_overlaps(starts)
            if 1 < len(apart) <= _MOST_PLACES:
                for start in apart:
                    self._same[start] = apart

    def found(self) -> Iterator[Duplicate]:
        """The blocks, the largest first, without those that say again what others have said."""
        told = set[_Start]()
        blocks = sorted(self._blocks(), key=lambda one: (-(len(one[0]) - 1) * one[1], one))
        for starts, count in blocks:
            lines = [(path, at + n) for path, at in starts for n in range(count)]
            apart = [sum((path, at + n) in told for n in range(count)) for path, at in starts]
            if min(apart) * 2 < count:
                told.update(lines)
                yield self._duplicate(starts, count)

    def _blocks(self) -> Iterator[tuple[tuple[_Start, ...], int]]:
        """Where each begins, and how many lines it has."""
        for start, starts in sorted(self._same.items()):
            # Each group is told once, from its first place, and not again from a line inside it.
            if start != starts[0] or self._is_inside(starts):
                continue
            count = self._length(starts)
            self._ends[_diagonal(starts)] = starts[0][1] + count
            if self._tokens(start, count) >= LEAST_TOKENS:
                yield starts, count

    def _windows(self) -> Iterator[Sequence[_Start]]:
        """Where the same `LEAST_LINES` lines begin, for all that are somewhere else, too."""
        once, twice = set[int](), set[int]()
        for _, window in self._every_window():
            (twice if window in once else once).add(window)
        once.clear()
        starts = defaultdict[int, list[_Start]](list)
        for start, window in self._every_window():
            if window in twice:
                starts[window].append(start)
        return iter(starts.values())

    def _every_window(self) -> Iterator[tuple[_Start, int]]:
        """Each `LEAST_LINES` lines that follow each other, by a number of 64 bits."""
        for path, lines in sorted(self._files.items()):
            keys = [line.key for line in lines]
            for at in range(len(keys) - LEAST_LINES + 1):
                yield (path, at), hash(tuple(keys[at : at + LEAST_LINES]))

    def _is_inside(self, starts: Sequence[_Start]) -> bool:
        return starts[0][1] < self._ends.get(_diagonal(starts), 0)

    def _length(self, starts: Sequence[_Start]) -> int:
        """How many lines from `starts` on are the same in all of these places."""
        gaps = [b[1] - a[1] for a, b in pairwise(starts) if a[0] == b[0]]
        count, most = LEAST_LINES, min(gaps, default=1 << 30)
        first, *others = starts
        lines = self._files[first[0]]
        while count < most and first[1] + count < len(lines):
            key = lines[first[1] + count].key
            if not all(self._key(path, at + count) == key for path, at in others):
                break
            count += 1
        return count

    def _key(self, path: str, at: int) -> int | None:
        lines = self._files[path]
        return lines[at].key if at < len(lines) else None

    def _tokens(self, start: _Start, count: int) -> int:
        path, at = start
        return sum(line.tokens for line in self._files[path][at : at + count])

    def _duplicate(self, starts: Sequence[_Start], count: int) -> Duplicate:
        places: list[Place] = []
        for path, at in starts:
            lines = self._files[path]
            places.append(Place(path, lines[at].line, lines[at + count - 1].line))
        path, at = starts[0]
        return Duplicate(
            tuple(places), tuple(line.key for line in self._files[path][at : at + count])
        )


def _without_overlaps(starts: Sequence[_Start]) -> tuple[_Start, ...]:
    """The `starts`, which are sorted, without those that lie in the window before them."""
    kept: list[_Start] = []
    for path, at in starts:
        if not kept or kept[-1][0] != path or at >= kept[-1][1] + LEAST_LINES:
            kept.append((path, at))
    return tuple(kept)


def _diagonal(starts: Sequence[_Start]) -> tuple[tuple[str, int], ...]:
    """What stays the same when all places go on by the same number of lines."""
    base = starts[0][1]
    return tuple((path, at - base) for path, at in starts)
