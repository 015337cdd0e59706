"""A workspace in memory."""

import posixpath
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath

from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    NotTextError,
    PathRefusedError,
    StaleFileError,
)
from architect.domain.paths import Access, Entry, Listing, WorkspacePath
from architect.domain.text.document import FileChange, Snapshot
from architect.domain.text.file_text import decode, encode
from architect.domain.text.line_page import MOST_COUNTED, LinePage, page_of
from architect.ports.workspace import apply_each


class MemoryWorkspace:
    """Files as bytes by their relative path; `files` may be looked at and changed at any time."""

    def __init__(
        self, files: Mapping[str, bytes] | None = None, *, root: Path = Path("/workspace")
    ) -> None:
        self.files = dict(files or {})
        self._root = root

    @property
    def root(self) -> Path:
        return self._root

    def locate(self, text: str, access: Access) -> WorkspacePath:
        """The place that `text` stands for; there are no links and no forbidden files here.

        Raises:
            PathRefusedError: it leaves the root.
        """
        absolute = PurePosixPath(posixpath.normpath(self._root.as_posix() + "/" + text))
        if text.startswith("/"):
            absolute = PurePosixPath(posixpath.normpath(text))
        if "\0" in text or not absolute.is_relative_to(self._root.as_posix()):
            raise PathRefusedError(f"{text!r} is outside the workspace; give a path inside it")
        relative = absolute.relative_to(self._root.as_posix())
        return WorkspacePath(str(relative), Path(absolute))

    async def read(self, path: WorkspacePath) -> Snapshot:
        content = self._content(path)
        try:
            return Snapshot(decode(content), _fingerprint(content))
        except NotTextError as error:
            raise NotTextError(f"{path.relative!r}: {error}") from error

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        snapshot = await self.read(path)
        return page_of([snapshot.document.text], first=first, count=count, counted=counted)

    def _content(self, path: WorkspacePath) -> bytes:
        if path.relative in self.files:
            return self.files[path.relative]
        if self._is_folder(path):
            raise NotAFileError(f"{path.relative!r} is a folder, not a file")
        raise FileMissingError(f"{path.relative!r} does not exist")

    async def apply(self, change: FileChange) -> None:
        relative = change.path.relative
        content = self.files.get(relative)
        expected = change.before.fingerprint if change.before else None
        if (None if content is None else _fingerprint(content)) != expected:
            raise StaleFileError(f"{relative!r} has changed since it was read; read it again")
        if change.after is None:
            del self.files[relative]
        else:
            self.files[relative] = encode(change.after)

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        await apply_each(self.apply, changes)

    async def unsaved(self) -> Mapping[str, bytes]:
        return {}

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        if not self._is_folder(path):
            raise FileMissingError(f"there is no folder {path.relative!r}")
        entries: dict[str, Entry] = {}
        for relative in self.files:
            for folder in PurePosixPath(relative).parents:
                entries[str(folder)] = Entry(str(folder), is_folder=True)
            entries[relative] = Entry(relative, is_folder=False)
        inside = [
            entries[name]
            for name in sorted(entries)
            if name != "." and self._is_below(PurePosixPath(name), path, recursive=recursive)
        ]
        return Listing(tuple(inside[:limit]), truncated=len(inside) > limit)

    def _is_folder(self, path: WorkspacePath) -> bool:
        return path.relative == "." or any(
            name.startswith(f"{path.relative}/") for name in self.files
        )

    @staticmethod
    def _is_below(name: PurePosixPath, path: WorkspacePath, *, recursive: bool) -> bool:
        folder = PurePosixPath(path.relative)
        return folder in name.parents if recursive else name.parent == folder


def _fingerprint(content: bytes) -> str:
    return sha256(content).hexdigest()
