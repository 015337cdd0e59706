"""Folders and names below the workspace root, reached without following a link.

A path that passed the gate has no links in it. It is walked again from the root, one folder at a
time, each opened inside the one before it with `O_NOFOLLOW`; the last step is made inside the
folder opened last. Whatever is put in place of a folder or a file in between is not followed.
"""

import errno
import os
import stat
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from architect.domain.errors import PathRefusedError
from architect.domain.paths import WorkspacePath
from architect.frozen import frozen
from architect.l10n import english

_FOLDER = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_PASSED = _FOLDER | getattr(os, "O_PATH", os.O_RDONLY)
"""For folders on the way: on Linux, they need not be readable."""


@frozen
class Slot:
    """A name in an open folder; whether something is there is another question."""

    folder: int
    name: str

    def status(self) -> os.stat_result:
        """What is there, a link taken for itself.

        Raises:
            OSError
        """
        return os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)


def parts_below(root: Path, path: WorkspacePath) -> tuple[str, ...]:
    """The names on the way from `root` to the real place of `path`.

    Raises:
        PathRefusedError: it does not lie below `root`, so it never passed the gate.
    """
    if path.real.is_relative_to(root) and ".." not in path.real.parts:
        return path.real.relative_to(root).parts
    raise PathRefusedError(
        english("path {path!r} refused: it leads outside the workspace", path=path.relative)
    )


@contextmanager
def open_folder(root: Path, parts: Sequence[str]) -> Generator[int]:
    """A folder to make or name something in.

    Raises:
        OSError: there is none; `ELOOP` if it or a folder on the way is a link.
    """
    with open_nearest_folder(root, parts) as (folder, missing):
        if missing:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), missing[0])
        yield folder


@contextmanager
def open_nearest_folder(root: Path, parts: Sequence[str]) -> Generator[tuple[int, tuple[str, ...]]]:
    """The deepest folder on the way that exists, and the names that are missing below it.

    Raises:
        OSError: the way is blocked by something else than a folder; `ELOOP` if that is a link.
    """
    folder = os.open(root, _PASSED)
    try:
        missing = tuple(parts)
        while missing:
            try:
                inner = enter(Slot(folder, missing[0]), flags=_PASSED)
            except FileNotFoundError:
                break
            os.close(folder)
            folder, missing = inner, missing[1:]
        yield folder, missing
    finally:
        os.close(folder)


@contextmanager
def open_made_folder(folder: int, names: Sequence[str], *, mode: int = 0o777) -> Generator[int]:
    """The folder at the end of `names`, each made in the one before, from an open folder on.

    The umask takes from the `mode` of those that are made.

    Raises:
        OSError: one of them cannot be made, or something else has its name.
    """
    current = os.dup(folder)
    try:
        for name in names:
            with suppress(FileExistsError):
                os.mkdir(name, mode, dir_fd=current)
            inner = enter(Slot(current, name), flags=_PASSED)
            os.close(current)
            current = inner
        yield current
    finally:
        os.close(current)


def enter(slot: Slot, *, flags: int = os.O_RDONLY | _FOLDER) -> int:
    """A new descriptor for the folder at `slot`, which can be listed.

    Raises:
        OSError: it is none, or cannot be opened; `ELOOP` if it is a link.
    """
    try:
        return os.open(slot.name, flags, dir_fd=slot.folder)
    except NotADirectoryError:
        if stat.S_ISLNK(slot.status().st_mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), slot.name) from None
        raise


@contextmanager
def open_slot(root: Path, parts: Sequence[str]) -> Generator[Slot]:
    """The last name of a path, in its folder.

    Raises:
        OSError: there is no such folder; `ELOOP` if it or a folder on the way is a link.
    """
    with open_folder(root, parts[:-1]) as folder:
        yield Slot(folder, parts[-1])


@contextmanager
def open_listable_folder(root: Path, parts: Sequence[str]) -> Generator[int]:
    """A folder whose entries can be listed.

    Raises:
        OSError: there is none, or it may not be read; `ELOOP` if it or one on the way is a link.
    """
    with open_folder(root, parts) as passed:
        folder = os.open(".", os.O_RDONLY | _FOLDER, dir_fd=passed)
        try:
            yield folder
        finally:
            os.close(folder)
