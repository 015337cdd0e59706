"""Files as they were when they were looked at last, and what they held then."""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from architect.adapters.changes.git_state import Tracked, is_blob
from architect.adapters.files.anchored import open_slot
from architect.adapters.files.regular_file import open_regular_slot, read_whole
from architect.domain.errors import WorkspaceFault

MOST_FILE_BYTES = 2_000_000
"""Of a file whose content is kept."""

MOST_COPIED_BYTES = 32_000_000
"""Of all contents that are kept in memory, those being in git not counted."""

TICK_NS = 20_000_000
"""Two writes within one tick of the kernel's clock (4 to 10 ms) can have the same time."""

Stamp = tuple[int, int, int, int, int]
"""mtime and ctime in ns, size in bytes, inode and mode of a file or link."""


class KnownFiles:
    """The files below `root` by their paths; nothing is read through a link."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.stamps: dict[str, Stamp] = {}
        self.blobs: dict[str, str] = {}
        self._copies: dict[str, bytes] = {}
        self._copied_bytes = 0

    def below(self, folders: Iterable[str]) -> Iterator[str]:
        prefixes = tuple(f"{folder}/" for folder in folders)
        return (name for name in self.stamps if name.startswith(prefixes)) if prefixes else iter(())

    def as_they_are(self, names: Iterable[str]) -> dict[str, Stamp]:
        """The stamps of those files that are there now."""
        is_real: dict[str, bool] = {"": True}
        found: dict[str, Stamp] = {}
        for name in names:
            if self._is_real(name.rpartition("/")[0], is_real) and (one := self._stamp(name)):
                found[name] = one
        return found

    def learn(
        self, now: Mapping[str, Stamp], *, tracked: Mapping[str, Tracked], written_ns: int
    ) -> None:
        """Take files for what they are now, and keep what they hold unless git has it."""
        for name, found in now.items():
            if self.stamps.get(name) == found:
                continue
            self.forget(name)
            self.stamps[name] = found
            entry = tracked.get(name)
            if entry is not None and _is_clean(found, entry, written_ns):
                self.blobs[name] = entry.blob
            elif (content := self.read(name, found)) is not None:
                self._keep(name, content, entry)

    def forget(self, name: str) -> None:
        self.stamps.pop(name, None)
        self.blobs.pop(name, None)
        self._copied_bytes -= len(self._copies.pop(name, b""))

    def copy(self, name: str) -> bytes | None:
        """What the file held; None if that is in git, or was not kept."""
        return self._copies.get(name)

    def read(self, name: str, found: Stamp) -> bytes | None:
        """What a file holds; None if it is a link or too large, or has just gone."""
        if not stat.S_ISREG(found[4]) or found[2] > MOST_FILE_BYTES:
            return None
        try:
            with open_slot(self._root, name.split("/")) as slot:
                descriptor = open_regular_slot(slot, shown_as=name)
            try:
                return read_whole(descriptor, shown_as=name, max_bytes=MOST_FILE_BYTES)
            finally:
                os.close(descriptor)
        except (OSError, WorkspaceFault):
            return None

    def _keep(self, name: str, content: bytes, entry: Tracked | None) -> None:
        if entry is not None and is_blob(content, entry.blob):
            self.blobs[name] = entry.blob
        elif self._copied_bytes + len(content) <= MOST_COPIED_BYTES:
            self._copies[name] = content
            self._copied_bytes += len(content)

    def _stamp(self, name: str) -> Stamp | None:
        try:
            found = os.lstat(f"{self._root}/{name}")
        except OSError:
            return None
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISLNK(found.st_mode)):
            return None
        return (
            found.st_mtime_ns,
            found.st_ctime_ns,
            found.st_size,
            found.st_ino,
            found.st_mode,
        )

    def _is_real(self, folder: str, known: dict[str, bool]) -> bool:
        """Whether a folder is there without a link on the way."""
        if folder not in known:
            known[folder] = self._is_real(folder.rpartition("/")[0], known) and _is_folder(
                f"{self._root}/{folder}"
            )
        return known[folder]


def is_blob_of(known: KnownFiles, name: str, blob: str) -> bool:
    """Whether a file held what git calls `blob`."""
    copy = known.copy(name)
    return known.blobs.get(name) == blob or (copy is not None and is_blob(copy, blob))


def _is_folder(path: str) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def _is_clean(found: Stamp, entry: Tracked, written_ns: int) -> bool:
    """Whether the file is what git looked at, long enough before it wrote that down."""
    is_same = (found[0], found[2], found[3]) == (entry.mtime_ns, entry.size, entry.inode)
    return is_same and found[0] + TICK_NS < written_ns and stat.S_ISREG(found[4])
