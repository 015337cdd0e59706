"""Which lines of one text are also in another, in bounded time.

Lines that occur once on both sides are matched first (Bram Cohen's patience diff), which costs
n log n and keeps moved blocks readable; what lies between them is matched by Myers' greedy
algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986) up to a number of differences.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

_MAX_DIFFERENCES = 100
"""Per gap: the work grows with its square; a gap with more differences is replaced as a whole."""


class Run(NamedTuple):
    """`length` equal lines, from `left` in the old text and from `right` in the new one."""

    left: int
    right: int
    length: int


def equal_runs(old: Sequence[str], new: Sequence[str]) -> list[Run]:
    """The runs of lines that both texts share, in order, none touching the next."""
    pairs: list[tuple[int, int]] = []
    left = right = 0
    for anchor_left, anchor_right in [*_anchors(old, new), (len(old), len(new))]:
        if left < anchor_left and right < anchor_right:
            gap = _gap_pairs(old[left:anchor_left], new[right:anchor_right])
            pairs.extend((left + i, right + j) for i, j in gap)
        if anchor_left < len(old):
            pairs.append((anchor_left, anchor_right))
        left, right = anchor_left + 1, anchor_right + 1
    return _joined(pairs)


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The longest increasing chain of lines that occur exactly once on both sides."""
    once_old = _places_of_unique_lines(old)
    once_new = _places_of_unique_lines(new)
    common = [(i, once_new[line]) for line, i in once_old.items() if line in once_new]
    return _longest_increasing(common)


def _places_of_unique_lines(lines: Sequence[str]) -> dict[str, int]:
    counts = Counter(lines)
    return {line: i for i, line in enumerate(lines) if counts[line] == 1}


def _longest_increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of `pairs`, sorted by their first, that also rises in the second."""
    if all(one[1] < next_one[1] for one, next_one in pairwise(pairs)):
        return pairs
    tails: list[int] = []
    tail_at: list[int] = []
    before: list[int] = []
    for index, (_, right) in enumerate(pairs):
        pile = len(tails) if not tails or right > tails[-1] else bisect_left(tails, right)
        before.append(tail_at[pile - 1] if pile else -1)
        tails[pile : pile + 1] = [right]
        tail_at[pile : pile + 1] = [index]
    chain: list[tuple[int, int]] = []
    index = tail_at[-1] if tail_at else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _gap_pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Matching lines of a gap between anchors: its equal ends, and Myers' path through the rest."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle = _shortest_edit(old[head : len(old) - tail], new[head : len(new) - tail])
    return [
        *((i, i) for i in range(head)),
        *((head + i, head + j) for i, j in middle),
        *((len(old) - i, len(new) - i) for i in range(tail, 0, -1)),
    ]


def _shortest_edit(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The matching lines of a shortest edit script; none if it needs too many differences."""
    if not old or not new:
        return []
    reach = {1: 0}
    history: list[dict[int, int]] = []
    for distance in range(min(len(old) + len(new), _MAX_DIFFERENCES) + 1):
        history.append(reach.copy())
        for diagonal in range(-distance, distance + 1, 2):
            down = _comes_down(reach, diagonal, distance)
            i = reach[diagonal + 1] if down else reach[diagonal - 1] + 1
            j = i - diagonal
            while i < len(old) and j < len(new) and old[i] == new[j]:
                i, j = i + 1, j + 1
            reach[diagonal] = i
            if i >= len(old) and j >= len(new):
                return _walk_back(history, len(old), len(new))
    return []


def _comes_down(reach: dict[int, int], diagonal: int, distance: int) -> bool:
    """Whether the furthest way onto `diagonal` takes a new line, not drops an old one."""
    if diagonal in (-distance, distance):
        return diagonal == -distance
    return reach[diagonal - 1] < reach[diagonal + 1]


def _walk_back(history: list[dict[int, int]], i: int, j: int) -> list[tuple[int, int]]:
    """The matches on the way that led to (`i`, `j`), read from where each distance had reached."""
    pairs: list[tuple[int, int]] = []
    for distance in range(len(history) - 1, -1, -1):
        reach, diagonal = history[distance], i - j
        down = _comes_down(reach, diagonal, distance)
        start = reach[diagonal + 1] if down else reach[diagonal - 1] + 1
        while i > start:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        i, j = (i, j - 1) if down else (i - 1, j)
    return pairs[::-1]


def _joined(pairs: list[tuple[int, int]]) -> list[Run]:
    """`pairs` as runs; a run ends where the next pair is not one line further on both sides."""
    breaks = [
        at
        for at, ((i, j), (next_i, next_j)) in enumerate(pairwise(pairs), start=1)
        if next_i != i + 1 or next_j != j + 1
    ]
    edges = [0, *breaks, len(pairs)]
    return [Run(*pairs[at], end - at) for at, end in pairwise(edges) if end > at]
