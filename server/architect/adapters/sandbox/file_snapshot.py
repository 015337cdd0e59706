"""The files at a path, as they are at one moment."""

import os
import stat
from pathlib import Path

from architect.frozen import frozen

_MOST_FILES = 400
_MOST_BYTES = 4_000_000


class TooLargeError(Exception):
    """There is more at a path than is worth keeping."""


@frozen
class Kept:
    """A file; `content` is where it leads if it is a link, whose `mode` says so: stat(2)."""

    mode: int
    content: bytes
    mtime_ns: int = 0

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.mode)

    def is_like(self, other: "Kept | None") -> bool:
        """Whether `other` is the same, whenever it was written."""
        return other is not None and (self.mode, self.content) == (other.mode, other.content)


def kept(path: Path) -> Kept | None:
    """The file or link at `path`; None if there is none.

    Raises:
        TooLargeError: it is larger than what is kept.
    """
    try:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            return Kept(status.st_mode, os.fsencode(path.readlink()))
        if not stat.S_ISREG(status.st_mode):
            return None
        if status.st_size > _MOST_BYTES:
            raise TooLargeError(str(path))
        with path.open("rb") as file:
            return Kept(status.st_mode, file.read(), status.st_mtime_ns)
    except OSError:
        return None


def snapshot(path: Path) -> dict[str, Kept]:
    """The files at and below `path` by their path relative to it; `""` is `path` itself.

    Raises:
        TooLargeError: there are more, or larger ones, than are kept.
    """
    if (own := kept(path)) is not None:
        return {"": own}
    found: dict[str, Kept] = {}
    size = 0
    folders = [path]
    while folders:
        folder = folders.pop()
        for entry in _entries(folder):
            place = folder / entry.name
            if entry.is_dir(follow_symlinks=False):
                folders.append(place)
            elif (one := kept(place)) is not None:
                found[place.relative_to(path).as_posix()] = one
                size += len(one.content)
        if len(found) > _MOST_FILES or size > _MOST_BYTES:
            raise TooLargeError(str(path))
    return found


def put(file: Kept, path: Path) -> None:
    """Make `path` what `file` was, in place of whatever file is there.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if file.is_link:
        path.symlink_to(os.fsdecode(file.content))
        return
    with path.open("xb") as opened:
        opened.write(file.content)
        os.fchmod(opened.fileno(), stat.S_IMODE(file.mode))
    os.utime(path, ns=(file.mtime_ns, file.mtime_ns))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []
