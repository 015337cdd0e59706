"""Which lines of one text are also in another, in bounded time.

Lines that occur once on both sides are matched first (Bram Cohen's patience diff), which costs
n log n and keeps moved blocks readable; what lies between them is matched by Myers' greedy
algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986) up to a number of differences.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

_MAX_DIFFERENCES = 100
"""Per gap: the work grows with its square; a gap with more differences is replaced as a whole."""

_MAX_SHORT_CHANGE = 40
"""Lines; looking for the end of a change takes the square of it."""
_MAX_SHORT_CHANGES = 500
_CERTAIN_LINES = 8
"""So many equal lines in a row are no accident."""


class Run(NamedTuple):
    """`length` equal lines, from `left` in the old text and from `right` in the new one."""

    left: int
    right: int
    length: int


def equal_runs(old: Sequence[str], new: Sequence[str]) -> list[Run]:
    """The runs of lines that both texts share, in order, none touching the next.

    While changes are few and short, the texts meet again close behind each; the rest is matched by
    its unique lines.
    """
    runs: list[Run] = []
    left = right = 0
    for _ in range(_MAX_SHORT_CHANGES):
        length = _equal_length(old, new, left, right)
        runs.append(Run(left, right, length))
        left, right = left + length, right + length
        meeting = _next_meeting(old, new, left, right)
        if meeting == (left, right):
            return _merged(runs)
        if meeting is None:
            break
        between = _runs_by_anchors(old[left : meeting[0]], new[right : meeting[1]])
        runs += _moved(between, left, right)
        left, right = meeting
    return _merged([*runs, *_moved(_runs_by_anchors(old[left:], new[right:]), left, right)])


def _equal_length(old: Sequence[str], new: Sequence[str], left: int, right: int) -> int:
    """How many lines are the same from `left` and `right` on, compared in growing slices."""
    length, step = 0, 1
    while step:
        a, b = left + length, right + length
        one, other = old[a : a + step], new[b : b + step]
        if len(one) == step and one == other:
            length, step = length + step, step * 2
        else:
            step //= 2
    return length


def _next_meeting(
    old: Sequence[str], new: Sequence[str], left: int, right: int
) -> tuple[int, int] | None:
    """The nearest place where the texts go on alike for some lines or to their ends."""
    for skipped in range(_MAX_SHORT_CHANGE + 1):
        for in_old in range(skipped + 1):
            i, j = left + in_old, right + skipped - in_old
            if i > len(old) or j > len(new):
                continue
            if old[i : i + 1] == new[j : j + 1] and (
                old[i : i + _CERTAIN_LINES] == new[j : j + _CERTAIN_LINES]
            ):
                return i, j
    return None


def _moved(runs: list[Run], left: int, right: int) -> list[Run]:
    return [Run(run.left + left, run.right + right, run.length) for run in runs]


def _merged(runs: list[Run]) -> list[Run]:
    """The runs that are not empty, those that touch as one."""
    merged: list[Run] = []
    for run in runs:
        last = merged[-1] if merged else Run(0, 0, 0)
        if (last.left + last.length, last.right + last.length) == (run.left, run.right):
            run = Run(last.left, last.right, last.length + run.length)
            merged = merged[:-1]
        if run.length:
            merged.append(run)
    return merged


def _runs_by_anchors(old: Sequence[str], new: Sequence[str]) -> list[Run]:
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
    count_old, count_new = Counter(old), Counter(new)
    once = [line for line, count in count_old.items() if count == 1 == count_new.get(line)]
    place_old = dict(zip(old, range(len(old)), strict=True))
    place_new = dict(zip(new, range(len(new)), strict=True))
    lefts = map(place_old.__getitem__, once)
    rights = [*map(place_new.__getitem__, once)]
    pairs = [*zip(lefts, rights, strict=True)]
    return pairs if rights == sorted(rights) else _longest_increasing(pairs)


def _longest_increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of `pairs`, sorted by their first, that also rises in the second."""
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
    if not pairs:
        return []
    first_left, first_right = pairs[0]
    is_one_run = pairs[-1] == (first_left + len(pairs) - 1, first_right + len(pairs) - 1)
    if is_one_run:
        return [Run(first_left, first_right, len(pairs))]
    middle = len(pairs) // 2
    return _merged([*_joined(pairs[:middle]), *_joined(pairs[middle:])])


class Edit(NamedTuple):
    """Lines `old_from:old_to` of the old text become lines `new_from:new_to` of the new one."""

    old_from: int
    old_to: int
    new_from: int
    new_to: int


def edits_between(old: Sequence[str], new: Sequence[str]) -> list[Edit]:
    """What stands between the runs of equal lines, in order."""
    edits: list[Edit] = []
    left = right = 0
    for run in [*equal_runs(old, new), Run(len(old), len(new), 0)]:
        if (left, right) != (run.left, run.right):
            edits.append(Edit(left, run.left, right, run.right))
        left, right = run.left + run.length, run.right + run.length
    return edits
