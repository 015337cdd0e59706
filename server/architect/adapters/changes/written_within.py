"""Which files were written, or taken away, in certain times."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from architect.domain.checkpoints import TreeDifference

Times = Sequence[tuple[int, int]]
"""From when to when, in nanoseconds since the epoch."""

_NEVER = 1 << 63


def written_within(
    root: Path, differences: Iterable[TreeDifference], times: Times, *, open_since: int | None
) -> set[str]:
    """The paths of those `differences`, from what is there to what was, that came about then.

    For a file its times of modification and change tell; for one that is gone, that of the folder
    it was in. Whatever happened in such a folder later hides when that was: then one that may have
    gone since `open_since` counts, since it loses nobody anything if it comes back. A file in a
    folder that was renamed shows no time of that: it goes with the one that is gone.
    """
    all_of_them = list(differences)
    for_gone = times if open_since is None else (*times, (open_since, _NEVER))
    gone = {
        each.path: each.new
        for each in all_of_them
        if each.old is None and _is_within(_folder_times(root, each.path), for_gone)
    }
    found = set(gone)
    moved = set(gone.values())
    for each in all_of_them:
        if each.old is None:
            continue
        is_moved = each.new is None and each.old in moved
        if is_moved or _is_within(_file_times(f"{root}/{each.path}"), times):
            found.add(each.path)
    return found


def _is_within(moments: Iterable[int], times: Times) -> bool:
    return any(start <= moment <= end for moment in moments for start, end in times)


def _file_times(path: str) -> tuple[int, ...]:
    try:
        status = os.lstat(path)
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_ctime_ns


def _folder_times(root: Path, path: str) -> tuple[int, ...]:
    """When something came or went last in the nearest folder above `path` that is there."""
    for folder in (root / path).parents:
        if times := _file_times(str(folder)):
            return (times[0],)
        if folder == root:
            break
    return ()
