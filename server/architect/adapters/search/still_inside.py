"""Whether what is searched still lies where its path passed the gate.

Searching programs open files by their paths, so a folder that becomes a link in between would lead
them out. What they found is looked at once more, without following a link, before it is shown.
"""

import os
import stat
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path

from architect.adapters.files.anchored import Slot, open_slot, parts_below
from architect.adapters.files.regular_file import open_regular_slot
from architect.adapters.search.searched_text import searched_text
from architect.domain.errors import FileMissingError, NotAFileError, SearchFault
from architect.domain.paths import WorkspacePath
from architect.l10n import english

_MOST_BYTES = 50_000_000
"""No larger file is searched, see `search_queries`, which needs this module."""


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
        raise FileMissingError(english("there is no file or folder {path!r}", path=path.relative))


class Standing(Enum):
    """What is known of a file once it was searched."""

    STEADY = "as it was"
    CHANGED = "says something else by now"
    GONE = "no file, or behind a link"


def standing(root: Path, parts: Sequence[str], said: Iterable[str], *, since_ns: int) -> Standing:
    """How the file stands in which a search that began at `since_ns` found the texts `said`.

    A link may have been there for a moment only. Whoever puts one there and takes it away changes
    the time of a folder on the way or of the file; then what was found has to be in the file.
    """
    try:
        with open_slot(root, parts) as slot:
            status = slot.status()
            if not stat.S_ISREG(status.st_mode):
                return Standing.GONE
            if status.st_ctime_ns < since_ns and not _has_moved(root, parts, since_ns):
                return Standing.STEADY
            text = searched_text(_content(slot)).text
    except (OSError, NotAFileError):
        return Standing.GONE
    shown = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    is_there = all(one in text or one in shown for one in said)
    return Standing.STEADY if is_there else Standing.CHANGED


def _has_moved(root: Path, parts: Sequence[str], since_ns: int) -> bool:
    """Whether a folder on the way changed, which its name leading elsewhere is, too."""
    folders = ("/".join(parts[:count]) for count in range(1, len(parts)))
    return any(os.lstat(f"{root}/{folder}").st_ctime_ns >= since_ns for folder in folders)


def _content(slot: Slot) -> bytes:
    with os.fdopen(open_regular_slot(slot, shown_as=slot.name), "rb") as file:
        return file.read(_MOST_BYTES)


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
