"""The files at a path, as they are at one moment."""

import os
import stat
from collections.abc import Mapping
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
    return _kept(str(path))


def _kept(path: str) -> Kept | None:
    """The same by functions of `os`, since this is done around every command."""
    try:
        status = os.lstat(path)
        if stat.S_ISLNK(status.st_mode):
            return Kept(status.st_mode, os.fsencode(os.readlink(path)))  # noqa: PTH115
        if not stat.S_ISREG(status.st_mode):
            return None
        if status.st_size > _MOST_BYTES:
            raise TooLargeError(path)
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
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
    folders = [""]
    while folders:
        folder = folders.pop()
        for entry in _entries(f"{path}/{folder}"):
            name = f"{folder}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                folders.append(f"{name}/")
            elif (one := _kept(entry.path)) is not None:
                found[name] = one
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


def copied(files: Mapping[str, Kept], folder: Path) -> None:
    """Make the new `folder`, with all that `files` are.

    Raises:
        OSError: it cannot be made.
    """
    folder.mkdir()
    made = {""}
    for name, file in files.items():
        above = name.rpartition("/")[0]
        if above not in made:
            Path(folder, above).mkdir(parents=True, exist_ok=True)
            made.add(above)
        path = f"{folder}/{name}"
        if file.is_link:
            os.symlink(os.fsdecode(file.content), path)  # noqa: PTH211
            continue
        with open(path, "xb", buffering=0) as opened:  # noqa: PTH123
            opened.write(file.content)
            os.fchmod(opened.fileno(), stat.S_IMODE(file.mode))
            os.utime(opened.fileno(), ns=(file.mtime_ns, file.mtime_ns))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []
