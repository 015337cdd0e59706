"""Which files lie below an open folder, found without following a link."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from typing import Protocol

from architect.adapters.files.anchored import Slot, enter
from architect.adapters.files.in_thread import IsStopped

MOST_FILES = 200_000
"""Where a walk ends, so that a workspace like `/` cannot use up the memory."""

_MOST_ENTRIES = 1_000_000
"""Where it ends if there are hardly any files; a few seconds."""

_DEEPEST = 100
"""Each folder on the way down is open meanwhile; macOS lets a process open 256 files."""


class Sieve(Protocol):
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


def walk(folder: int, sieve: Sieve, is_stopped: IsStopped) -> Found:
    """What `sieve` wants of all there is below `folder`, sorted by the parts of the paths.

    Links count as files. Devices, FIFOs and sockets are left out.
    """
    walker = _Walker(sieve, is_stopped)
    walker.look_into(folder, "", depth=0)
    return walker.found


class _Walker:
    def __init__(self, sieve: Sieve, is_stopped: IsStopped) -> None:
        self.found = Found()
        self._sieve = sieve
        self._is_stopped = is_stopped
        self._seen = 0

    def look_into(self, folder: int, prefix: str, *, depth: int) -> None:
        entries = self._entries(folder)
        names = [name for name, _ in entries]
        if prefix and ".git" in names:
            self.found.repositories.append(prefix[:-1])
            return
        self._sieve.enter(folder, prefix, names)
        for name, is_folder in entries:
            if not self._sieve.wants(prefix, name, is_folder=is_folder):
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

    def _entries(self, folder: int) -> list[tuple[str, bool]]:
        """Names, and whether they are folders."""
        room = _MOST_ENTRIES - self._seen
        entries: list[tuple[str, bool]] = []
        try:
            with os.scandir(folder) as scan:
                for entry in islice(scan, room):
                    self._seen += 1
                    is_folder = entry.is_dir(follow_symlinks=False)
                    if is_folder or entry.is_file(follow_symlinks=False) or entry.is_symlink():
                        entries.append((entry.name, is_folder))
        except OSError:
            pass
        # By the name alone: comparing strings is quicker than comparing pairs.
        return sorted(entries, key=itemgetter(0))

    def _is_full(self) -> bool:
        return (
            len(self.found.files) >= MOST_FILES or self._seen >= _MOST_ENTRIES or self._is_stopped()
        )
