"""A file of our own in `.architect`, read and replaced as a whole; no link is followed."""

import contextlib
import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from architect.adapters.files.anchored import open_slot
from architect.adapters.files.atomic_write import create_file, replace_file
from architect.adapters.files.project_folder import NAME, open_project_folder
from architect.adapters.files.regular_file import open_regular_slot, read_whole

_LOCKED = "tmp"
"""The part of our folder that is locked while a file changes; the file itself is replaced."""


class OwnFile:
    """The file `name` in `.architect` of `root`; it may be in a folder there."""

    def __init__(self, root: Path, name: str, *, max_bytes: int) -> None:
        self._root = root
        self._place = (NAME, *name.split("/"))
        self._max_bytes = max_bytes
        self.shown_as = "/".join(self._place)

    def read(self) -> bytes:
        """Its content.

        Raises:
            FileNotFoundError: there is none.
            OSError: it cannot be read.
            NotAFileError: it is no regular file, or too long.
        """
        with open_slot(self._root, self._place) as slot:
            descriptor = open_regular_slot(slot, shown_as=self.shown_as)
            try:
                return read_whole(descriptor, shown_as=self.shown_as, max_bytes=self._max_bytes)
            finally:
                os.close(descriptor)

    def stamp(self) -> tuple[int, ...]:
        """What is another whenever the file was replaced, and costs less than to read it.

        Raises:
            FileNotFoundError: there is none.
            OSError: it cannot be looked at.
        """
        with open_slot(self._root, self._place) as slot:
            status = slot.status()
        return status.st_ino, status.st_size, status.st_mtime_ns

    def write(self, content: bytes) -> None:
        """Make it, or replace what it has; whoever reads meanwhile has the one or the other.

        Raises:
            OSError: it cannot be written.
        """
        with contextlib.suppress(FileExistsError):
            create_file(self._root, self._place, content)
            return
        with open_slot(self._root, self._place) as slot:
            descriptor = open_regular_slot(slot, shown_as=self.shown_as)
            try:
                replace_file(self._root, slot, content, like=descriptor)
            finally:
                os.close(descriptor)

    def remove(self) -> None:
        """Have none; nothing is said if there was none.

        Raises:
            OSError: it cannot be removed.
        """
        with contextlib.suppress(FileNotFoundError), open_slot(self._root, self._place) as slot:
            os.unlink(slot.name, dir_fd=slot.folder)

    @contextmanager
    def locked(self) -> Generator[None]:
        """Wait until no other process changes such files, where the file system has locks.

        Raises:
            OSError: there is no such folder and none can be made.
        """
        with open_project_folder(self._root, _LOCKED) as folder:
            with contextlib.suppress(OSError):
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
