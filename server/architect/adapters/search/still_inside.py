"""Whether what is searched still lies where its path passed the gate.

Searching programs open files by their paths, so a folder that becomes a link in between would lead
them out. What they found is looked at once more, without following a link, before it is shown.
"""

import stat
from collections.abc import Sequence
from pathlib import Path

from architect.adapters.files.anchored import open_slot, parts_below
from architect.domain.errors import FileMissingError, SearchFault
from architect.domain.paths import WorkspacePath


def require_still_inside(root: Path, path: WorkspacePath) -> None:
    """Refuse a place that a link leads to by now; `root` is without links.

    Raises:
        SearchFault: it, or a folder on the way, is a link.
        FileMissingError: it is not there any more.
        PathRefusedError: it never passed the gate.
    """
    mode = _mode(root, parts_below(root, path))
    if mode is None:
        if path.real.exists():
            raise SearchFault(f"{path.relative!r} has become a link; ask for it again")
        raise FileMissingError(f"there is no file or folder {path.relative!r}")


def is_file_inside(root: Path, parts: Sequence[str]) -> bool:
    """Whether a regular file stands there, and no link on the way."""
    mode = _mode(root, parts)
    return mode is not None and stat.S_ISREG(mode)


def _mode(root: Path, parts: Sequence[str]) -> int | None:
    """What stands there; None if it is a link, behind one, or missing."""
    if not parts:
        return root.lstat().st_mode
    try:
        with open_slot(root, parts) as slot:
            mode = slot.status().st_mode
    except OSError:
        return None
    return None if stat.S_ISLNK(mode) else mode
