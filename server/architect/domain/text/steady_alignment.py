"""Where somebody changed a text, of which some edits were undone besides."""

from collections.abc import Iterable, Iterator, Sequence

from architect.domain.text.alignment import Edit, Run, edits_between, equal_runs

_NEW = -2
"""In the place of the number of a line that is not there; the number before line 0 would be -1."""


def edits_around(
    after: Sequence[str], before: Sequence[str], present: Sequence[str], taken: Sequence[Edit]
) -> list[Edit]:
    """What leads from `after` to `present`, in order.

    `taken` are edits from `after` to `before`, in order, that `present` is likely to have. All
    other lines are found as if it were `after` that had them, so that repeated lines do not change
    their partners when an edit is undone.
    """
    if not taken:
        return edits_between(after, present)
    lines, origins = _with(taken, after, before)
    runs = _of_after(equal_runs(lines, present), origins)
    return [*_gaps(runs, len(after), len(present))]


def _with(
    taken: Iterable[Edit], after: Sequence[str], before: Sequence[str]
) -> tuple[list[str], list[int]]:
    """The lines of `after` with those edits, and where each is in `after`, if it is."""
    lines: list[str] = []
    origins: list[int] = []
    at = 0
    for edit in (*taken, Edit(len(after), len(after), 0, 0)):
        lines += after[at : edit.old_from]
        origins += range(at, edit.old_from)
        lines += before[edit.new_from : edit.new_to]
        origins += [_NEW] * (edit.new_to - edit.new_from)
        at = edit.old_to
    return lines, origins


def _of_after(runs: Iterable[Run], origins: Sequence[int]) -> Iterator[Run]:
    """The runs as runs of `after`, without the lines that it does not have."""
    for run in runs:
        start = run.left
        for end in range(run.left + 1, run.left + run.length + 1):
            if end == run.left + run.length or origins[end] != origins[end - 1] + 1:
                if origins[start] >= 0:
                    yield Run(origins[start], run.right + start - run.left, end - start)
                start = end


def _gaps(runs: Iterable[Run], old: int, new: int) -> Iterator[Edit]:
    """What stands between the runs."""
    left = right = 0
    for run in (*runs, Run(old, new, 0)):
        if (left, right) != (run.left, run.right):
            yield Edit(left, run.left, right, run.right)
        left, right = run.left + run.length, run.right + run.length
