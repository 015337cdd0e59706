"""What differs between two lists of lines."""

from collections.abc import Sequence
from typing import NamedTuple

from architect.domain.alignment import Run, equal_runs


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
