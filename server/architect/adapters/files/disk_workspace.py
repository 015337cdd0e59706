"""Files on the disk."""

import asyncio
import hashlib
import os
import stat
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from architect.adapters.files import path_gate, tree_listing
from architect.adapters.files.anchored import Slot, open_slot, parts_below
from architect.adapters.files.atomic_write import (
    create_file,
    remove_litter,
    replace_file,
    require_same_file,
    set_executable,
)
from architect.adapters.files.in_thread import IsStopped, in_thread
from architect.adapters.files.regular_file import open_regular, pieces, read_whole
from architect.adapters.files.write_faults import why_not_written
from architect.domain.errors import FileMissingError, NotTextError, StaleFileError, WorkspaceFault
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text.document import FileChange, Snapshot
from architect.domain.text.file_text import decode, decode_pieces, encode
from architect.domain.text.line_page import MOST_COUNTED, LinePage, page_of
from architect.l10n import english
from architect.ports.workspace import apply_each

_INLINE_BYTES = 1_000_000
"""Up to here, reading costs less than handing it to a thread."""

_T = TypeVar("_T")


class DiskWorkspace:
    """The files below `root`, which may be a link; files over `max_file_bytes` are not edited.

    Raises:
        WorkspaceFault: `root` is no folder.
    """

    def __init__(self, root: Path, *, max_file_bytes: int = 50_000_000) -> None:
        self._root = Path(os.path.realpath(root))
        self._max_file_bytes = max_file_bytes
        if not self._root.is_dir():
            raise WorkspaceFault(
                english("the workspace root {root!r} is not a folder", root=str(root))
            )
        remove_litter(self._root)

    @property
    def root(self) -> Path:
        return self._root

    def locate(self, text: str, access: Access) -> WorkspacePath:
        return path_gate.locate(self._root, text, access)

    async def read(self, path: WorkspacePath) -> Snapshot:
        return await _inline_if_small(path, lambda _is_stopped: self._read(path))

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        return await _inline_if_small(
            path, lambda is_stopped: self._read_lines(path, first, count, counted, is_stopped)
        )

    async def apply(self, change: FileChange) -> None:
        # In a thread whatever its size: it waits for the disk.
        await asyncio.to_thread(self._apply, change)

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        await apply_each(self.apply, changes)

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        if recursive:
            return await tree_listing.list_tree(self._root, path, limit=limit)
        return await tree_listing.list_folder(self._root, path, limit=limit)

    async def unsaved(self) -> Mapping[str, bytes]:
        return {}

    def _read(self, path: WorkspacePath) -> Snapshot:
        with open_regular(self._root, path) as file:
            content = self._content(file, path)
            executable = bool(os.fstat(file).st_mode & stat.S_IXUSR)
        try:
            return Snapshot(decode(content), _fingerprint(content), executable)
        except NotTextError as error:
            raise _not_readable(path, error) from error

    def _read_lines(
        self, path: WorkspacePath, first: int, count: int, counted: int, is_stopped: IsStopped
    ) -> LinePage:
        with open_regular(self._root, path) as file:
            content = _until(is_stopped, pieces(file, shown_as=path.relative))
            try:
                return page_of(decode_pieces(content), first=first, count=count, counted=counted)
            except NotTextError as error:
                raise _not_readable(path, error) from error

    def _content(self, file: int, path: WorkspacePath) -> bytes:
        return read_whole(file, shown_as=path.relative, max_bytes=self._max_file_bytes)

    def _apply(self, change: FileChange) -> None:
        path = change.path
        parts = parts_below(self._root, path)
        self._require_same_place(path)
        if not parts:
            raise WorkspaceFault(
                english("{path!r} is a folder, which cannot be written", path=path.relative)
            )
        try:
            if change.before is not None:
                self._change_existing(change, parts, change.before)
            elif change.after is not None:
                create_file(self._root, parts, encode(change.after), executable=change.executable)
        except FileExistsError as error:
            raise StaleFileError(
                english(
                    "{path!r} exists by now; nothing was written, read it first", path=path.relative
                )
            ) from error
        except OSError as error:
            raise why_not_written(path, error) from error

    def _change_existing(
        self, change: FileChange, parts: tuple[str, ...], before: Snapshot
    ) -> None:
        with (
            self._open_unchanged(change.path, before) as file,
            open_slot(self._root, parts) as slot,
        ):
            _require_writable(slot, change.path)
            require_same_file(slot, file)
            if change.after is None:
                os.unlink(slot.name, dir_fd=slot.folder)
            elif change.after == before.document and change.executable is not None:
                set_executable(file, executable=change.executable)
            else:
                replace_file(
                    self._root, slot, encode(change.after), like=file, executable=change.executable
                )

    def _require_same_place(self, path: WorkspacePath) -> None:
        """Pass the gate again: links may have changed, and it may have been passed for reading."""
        now = path_gate.locate(self._root, str(self._root / path.relative), Access.WRITE)
        if now.real != path.real:
            raise StaleFileError(
                english("{path!r} now leads elsewhere; nothing was written", path=path.relative)
            )

    @contextmanager
    def _open_unchanged(self, path: WorkspacePath, before: Snapshot) -> Generator[int]:
        """The file, open, if its content is still that of `before`.

        Raises:
            NotAFileError, StaleFileError, WorkspaceFault.
        """
        try:
            with open_regular(self._root, path) as file:
                if _fingerprint(self._content(file, path)) != before.fingerprint:
                    raise StaleFileError(
                        english(
                            "{path!r} has changed since it was read; nothing was written, read it "
                            "again",
                            path=path.relative,
                        )
                    )
                yield file
        except FileMissingError as error:
            raise StaleFileError(
                english("{path!r} is no longer there", path=path.relative)
            ) from error


async def _inline_if_small(path: WorkspacePath, work: Callable[[IsStopped], _T]) -> _T:
    if _size(path) <= _INLINE_BYTES:
        return work(lambda: False)
    return await in_thread(work)


def _size(path: WorkspacePath) -> int:
    try:
        return path.real.lstat().st_size
    except OSError:
        return 0


def _until(is_stopped: IsStopped, contents: Iterator[bytes]) -> Iterator[bytes]:
    for piece in contents:
        if is_stopped():
            return
        yield piece


def _require_writable(slot: Slot, path: WorkspacePath) -> None:
    """Refuse what its owner protected; root, who may write it all the same, is asked as well."""
    protected = not slot.status().st_mode & 0o222
    if protected or not os.access(slot.name, os.W_OK, dir_fd=slot.folder):
        raise WorkspaceFault(
            english(
                "{path!r} is read-only and was left as it is; if it is meant to be changed, "
                "make it writable first",
                path=path.relative,
            )
        )


def _not_readable(path: WorkspacePath, error: NotTextError) -> NotTextError:
    return NotTextError(
        english(
            "{path!r} is not text that can be read or edited: {error}",
            path=path.relative,
            error=error,
        )
    )


def _fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
