"""The memory of a project in a file of its `.architect` folder."""

import asyncio
import contextlib
import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from architect.adapters.files.anchored import open_slot
from architect.adapters.files.atomic_write import create_file, replace_file
from architect.adapters.files.project_folder import NAME, open_project_folder
from architect.adapters.files.regular_file import open_regular_slot, read_whole
from architect.domain.errors import PortFault

_PLACE = (NAME, "memory.md")
_SHOWN_AS = "/".join(_PLACE)
_LOCKED = "tmp"
"""The part of our folder that is locked while the file changes; the file itself is replaced."""

_MAX_BYTES = 1_000_000


class MemoryFile:
    """Keeps `.architect/memory.md` of `root`, which people may edit; no link is followed."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def read(self) -> str:
        return await asyncio.to_thread(self._read)

    async def change(self, change: Callable[[str], str | None]) -> bool:
        return await asyncio.to_thread(self._change, change)

    def _read(self) -> str:
        try:
            with open_slot(self._root, _PLACE) as slot:
                descriptor = open_regular_slot(slot, shown_as=_SHOWN_AS)
                try:
                    content = read_whole(descriptor, shown_as=_SHOWN_AS, max_bytes=_MAX_BYTES)
                finally:
                    os.close(descriptor)
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise PortFault(f"cannot read {_SHOWN_AS!r}: {error.strerror}") from error
        return content.decode("utf-8", "replace").replace("\r\n", "\n")

    def _change(self, change: Callable[[str], str | None]) -> bool:
        try:
            with open_project_folder(self._root, _LOCKED) as folder:
                with contextlib.suppress(OSError):  # not every file system has locks
                    fcntl.flock(folder, fcntl.LOCK_EX)
                after = change(self._read())
                if after is None:
                    return False
                self._write(after.encode())
                return True
        except OSError as error:
            raise PortFault(f"cannot write {_SHOWN_AS!r}: {error.strerror}") from error

    def _write(self, content: bytes) -> None:
        with contextlib.suppress(FileExistsError):
            create_file(self._root, _PLACE, content)
            return
        with open_slot(self._root, _PLACE) as slot:
            descriptor = open_regular_slot(slot, shown_as=_SHOWN_AS)
            try:
                replace_file(self._root, slot, content, like=descriptor)
            finally:
                os.close(descriptor)
