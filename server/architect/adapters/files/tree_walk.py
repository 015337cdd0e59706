"""Which files lie below an open folder, found without following a link."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from architect.adapters.files.anchored import Slot, enter
from architect.adapters.files.in_thread import IsStopped
from architect.adapters.files.sliced_sort import sort_in_slices

MOST_FILES = 200_000
"""Where a walk ends, so that a workspace like `/` cannot use up the memory."""

_MOST_ENTRIES = 1_000_000
"""Where it ends if there are hardly any files; a few seconds."""

_DEEPEST = 100
"""Each folder on the way down is open meanwhile; macOS lets a process open 256 files."""


class FileFilter(Protocol):
    """Says what is wanted; it is asked folder by folder, from above, in order."""

    def enter(self, folder: int, prefix: str, names: Sequence[str]) -> None:
        """Look at an open folder before its entries come; `prefix` is empty or ends in a slash."""
        ...

    def wants(self, prefix: str, name: str, *, is_folder: bool) -> bool: ...


@dataclass(slots=True)
class Found:
    """Paths of files, and of folders with a `.git` of their own that were not looked into.

    They are relative to the folder where the walk began. `is_cut` says that there is more.
    """

    files: list[str] = field(default_factory=list[str])
    repositories: list[str] = field(default_factory=list[str])
    is_cut: bool = False


def walk(folder: int, file_filter: FileFilter, is_stopped: IsStopped) -> Found:
    """What `file_filter` wants of all there is below `folder`, sorted by the parts of the paths.

    Links count as files. Devices, FIFOs and sockets are left out.
    """
    walker = _Walker(file_filter, is_stopped)
    walker.look_into(folder, "", depth=0)
    return walker.found


def names_in(entries: Iterable["os.DirEntry[str]"]) -> tuple[list[str], set[str]]:
    """The names of all entries, and of the folders among them.

    For a hundred thousand, this takes half the memory of pairs.
    """
    names: list[str] = []
    folders: set[str] = set()
    for entry in entries:
        names.append(entry.name)
        if entry.is_dir(follow_symlinks=False):
            folders.add(entry.name)
    return names, folders


class _Walker:
    def __init__(self, file_filter: FileFilter, is_stopped: IsStopped) -> None:
        self.found = Found()
        self._filter = file_filter
        self._is_stopped = is_stopped
        self._seen = 0

    def look_into(self, folder: int, prefix: str, *, depth: int) -> None:
        names, folders = self._entries(folder)
        if prefix and ".git" in names:
            self.found.repositories.append(prefix[:-1])
            return
        self._filter.enter(folder, prefix, names)
        for name in names:
            is_folder = name in folders
            if not self._filter.wants(prefix, name, is_folder=is_folder):
                continue
            if is_folder:
                self._descend(Slot(folder, name), f"{prefix}{name}/", depth=depth + 1)
            else:
                self.found.files.append(f"{prefix}{name}")
            if self._is_full():
                self.found.is_cut = True
                return

    def _descend(self, slot: Slot, prefix: str, *, depth: int) -> None:
        if depth > _DEEPEST:
            self.found.is_cut = True
            return
        try:
            inner = enter(slot)
        except OSError:
            return
        try:
            self.look_into(inner, prefix, depth=depth)
        finally:
            os.close(inner)

    def _entries(self, folder: int) -> tuple[list[str], set[str]]:
        """Sorted names of what is wanted at all, and which of them are folders."""
        room = _MOST_ENTRIES - self._seen
        try:
            with os.scandir(folder) as scan:
                names, folders = names_in(self._of_interest(islice(scan, room)))
        except OSError:
            return [], set()
        sort_in_slices(names)
        return names, folders

    def _of_interest(self, entries: Iterable["os.DirEntry[str]"]) -> Iterator["os.DirEntry[str]"]:
        for entry in entries:
            self._seen += 1
            if (
                entry.is_dir(follow_symlinks=False)
                or entry.is_file(follow_symlinks=False)
                or entry.is_symlink()
            ):
                yield entry

    def _is_full(self) -> bool:
        return (
            len(self.found.files) >= MOST_FILES or self._seen >= _MOST_ENTRIES or self._is_stopped()
        )
