"""Files on the disk."""

import asyncio
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from architect.adapters.files import path_gate, tree_listing
from architect.adapters.files.atomic_write import create_file, remove_litter, replace_file
from architect.adapters.files.regular_file import read_regular
from architect.domain.document import FileChange, Snapshot
from architect.domain.errors import FileMissingError, NotTextError, StaleFileError, WorkspaceFault
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text import decode, encode

_INLINE_BYTES = 1_000_000
"""Up to here, reading or writing costs less than handing it to a thread."""

_T = TypeVar("_T")


class DiskWorkspace:
    """The files below `root`, which may be a link; files over `max_file_bytes` are not read.

    Raises:
        WorkspaceFault: `root` is no folder.
    """

    def __init__(self, root: Path, *, max_file_bytes: int = 50_000_000) -> None:
        self._root = Path(os.path.realpath(root))
        self._max_file_bytes = max_file_bytes
        if not self._root.is_dir():
            raise WorkspaceFault(f"the workspace root {str(root)!r} is not a folder")
        remove_litter(self._root)

    @property
    def root(self) -> Path:
        return self._root

    def locate(self, text: str, access: Access) -> WorkspacePath:
        return path_gate.locate(self._root, text, access)

    async def read(self, path: WorkspacePath) -> Snapshot:
        return await _inline_if_small(_size(path), lambda: self._read(path))

    async def apply(self, change: FileChange) -> None:
        # In a thread whatever its size: it waits for the disk.
        await asyncio.to_thread(self._apply, change)

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        if recursive:
            return await tree_listing.list_tree(path, limit=limit)
        return tree_listing.list_folder(path, limit=limit)

    def _read(self, path: WorkspacePath) -> Snapshot:
        content = self._content(path)
        try:
            return Snapshot(decode(content), _fingerprint(content))
        except NotTextError as error:
            raise NotTextError(f"{path.relative!r} cannot be read: {error}") from error

    def _content(self, path: WorkspacePath) -> bytes:
        return read_regular(path.real, shown_as=path.relative, max_bytes=self._max_file_bytes)

    def _apply(self, change: FileChange) -> None:
        self._require_same_place(change.path)
        self._require_unchanged(change)
        target = change.path.real
        try:
            if change.after is None:
                target.unlink()
            elif change.before is None:
                create_file(self._root, target, encode(change.after))
            else:
                replace_file(self._root, target, encode(change.after))
        except OSError as error:
            if change.before is None and os.path.lexists(target):
                raise _already_there(change.path) from error
            raise WorkspaceFault(
                f"{change.path.relative!r} cannot be written: {error.strerror}"
            ) from error

    def _require_same_place(self, path: WorkspacePath) -> None:
        """Pass the gate again: links may have changed, and it may have been passed for reading."""
        now = path_gate.locate(self._root, str(self._root / path.relative), Access.WRITE)
        if now.real != path.real:
            raise StaleFileError(f"{path.relative!r} leads elsewhere by now; nothing was written")

    def _require_unchanged(self, change: FileChange) -> None:
        path = change.path
        if change.before is None:
            if os.path.lexists(path.real):
                raise _already_there(path)
            return
        try:
            content = self._content(path)
        except FileMissingError as error:
            raise StaleFileError(f"{path.relative!r} is no longer there") from error
        if _fingerprint(content) != change.before.fingerprint:
            raise StaleFileError(
                f"{path.relative!r} has changed since it was read; nothing was written, "
                "read it again"
            )
        if not os.access(path.real, os.W_OK):
            raise WorkspaceFault(f"{path.relative!r} is read-only")


async def _inline_if_small(size_bytes: int, work: Callable[[], _T]) -> _T:
    return work() if size_bytes <= _INLINE_BYTES else await asyncio.to_thread(work)


def _size(path: WorkspacePath) -> int:
    try:
        return path.real.stat().st_size
    except OSError:
        return 0


def _fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _already_there(path: WorkspacePath) -> StaleFileError:
    return StaleFileError(f"{path.relative!r} exists by now; nothing was written, read it first")
