"""Folders in which the kernel says what is changed, where it can: inotify(7)."""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

_LIMIT = Path("/proc/sys/fs/inotify/max_user_watches")
_EVENT = struct.Struct("iIII")
_READ_BYTES = 1 << 18

_MODIFIED, _ATTRIBUTES, _WRITTEN = 0x2, 0x4, 0x8
_CAME_OR_WENT = 0x40 | 0x80 | 0x100 | 0x200
_CAME = 0x80 | 0x100
_OVERFLOW, _NO_LONGER, _OF_FOLDER = 0x4000, 0x8000, 0x40000000
_ONLY_FOLDERS, _NO_LINKS, _NOT_DELETED = 0x01000000, 0x02000000, 0x04000000
_MASK = (_MODIFIED | _ATTRIBUTES | _WRITTEN | _CAME_OR_WENT) | (
    _ONLY_FOLDERS | _NO_LINKS | _NOT_DELETED
)


@dataclass(slots=True)
class Touched:
    """Where something may have happened: to files, and to folders with all that is below them.

    `made` are those of both that were made or moved here.
    """

    files: set[str] = field(default_factory=set[str])
    folders: set[str] = field(default_factory=set[str])
    made: set[str] = field(default_factory=set[str])


class FolderWatch:
    """Watches folders below `root`, each by itself.

    Raises:
        OSError: this system cannot, or not for one more.
    """

    def __init__(self, root: str) -> None:
        if sys.platform != "linux":
            raise OSError("only Linux has inotify")
        self._root = root
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = _checked(self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        self._prefixes: dict[int, str] = {}
        self._most = _most_folders()

    def add(self, prefixes: Iterable[str]) -> None:
        """Watch these folders too; a prefix is empty or ends in a slash. Some may not be there.

        Raises:
            OSError: no more folders can be watched.
        """
        for prefix in prefixes:
            path = os.fsencode(f"{self._root}/{prefix}")
            number = self._libc.inotify_add_watch(self._descriptor, path, _MASK)
            if number >= 0:
                self._prefixes[number] = prefix
                if len(self._prefixes) > self._most:
                    raise OSError(errno.ENOSPC, "more folders than one run may watch")
            elif not isinstance(error := _error(), FileNotFoundError | NotADirectoryError):
                raise error

    def touched(self) -> Touched | None:
        """Where something happened since this was asked last; None if some of it was lost."""
        touched = Touched()
        try:
            while events := os.read(self._descriptor, _READ_BYTES):
                if not self._sorted_into(touched, events):
                    return None
        except BlockingIOError:
            pass
        return touched

    def close(self) -> None:
        os.close(self._descriptor)

    def _sorted_into(self, touched: Touched, events: bytes) -> bool:
        at = 0
        while at < len(events):
            number, mask, _, length = _EVENT.unpack_from(events, at)
            name = events[at + _EVENT.size : at + _EVENT.size + length].rstrip(b"\0")
            at += _EVENT.size + length
            if mask & _OVERFLOW:
                return False
            if mask & _NO_LONGER:
                self._prefixes.pop(number, None)
            elif name and (prefix := self._prefixes.get(number)) is not None:
                path = prefix + os.fsdecode(name)
                if not mask & _OF_FOLDER:
                    touched.files.add(path)
                elif mask & _CAME_OR_WENT:
                    touched.folders.add(path)
                if mask & _CAME:
                    touched.made.add(path)
        return True


def _most_folders() -> int:
    """A quarter of what the user may watch, 8,192 to a million: editors need it too."""
    try:
        return int(_LIMIT.read_bytes()) // 4
    except (OSError, ValueError):
        return 2_000


def _checked(result: int) -> int:
    if result < 0:
        raise _error()
    return result


def _error() -> OSError:
    code = ctypes.get_errno()
    return OSError(code, os.strerror(code))
