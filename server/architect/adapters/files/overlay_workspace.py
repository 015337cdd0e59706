"""Changes held in memory over another workspace, for proposals and dry runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from architect.domain.errors import FileMissingError, StaleFileError, WorkspaceFault
from architect.domain.files.merged_listing import merged_listing
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.text.document import FileChange, Snapshot
from architect.domain.text.line_page import MOST_COUNTED, LinePage, page_of
from architect.domain.text.snapshots import snapshot_of
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.workspace import Workspace, apply_each


@frozen
class _Held:
    """A file as `inner` had it when it was first changed, and as it is here; None for no file."""

    path: WorkspacePath
    before: Snapshot | None
    after: Snapshot | None


class OverlayWorkspace:
    """`inner` with changes over it; `inner` itself stays as it is."""

    def __init__(self, inner: Workspace) -> None:
        self._inner = inner
        self._held: dict[Path, _Held] = {}

    @property
    def root(self) -> Path:
        return self._inner.root

    def changes(self) -> tuple[FileChange, ...]:
        """What would have to be applied to `inner`, sorted by path."""
        held = sorted(self._held.values(), key=lambda held: held.path.relative)
        return tuple(
            change_of(one.path, one.before, one.after.document if one.after else None)
            for one in held
        )

    def held_below(self, folder: WorkspacePath) -> list[tuple[str, str | None]]:
        """The changed files at or below `folder`, by their path; None for those that are gone."""
        return [
            (held.path.relative, held.after.document.text if held.after else None)
            for real, held in self._held.items()
            if folder.real == real or folder.real in real.parents
        ]

    def locate(self, text: str, access: Access) -> WorkspacePath:
        return self._inner.locate(text, access)

    async def read(self, path: WorkspacePath) -> Snapshot:
        held = self._held.get(path.real)
        if held is None:
            return await self._inner.read(path)
        if held.after is None:
            raise FileMissingError(english("there is no file {path!r}", path=path.relative))
        return held.after

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        if path.real not in self._held:
            return await self._inner.read_lines(path, first=first, count=count, counted=counted)
        snapshot = await self.read(path)
        return page_of([snapshot.document.text], first=first, count=count, counted=counted)

    async def apply(self, change: FileChange) -> None:
        path = change.path
        self._require_same_place(path)
        current = await self._current(path)
        if _fingerprint(current) != _fingerprint(change.before):
            raise StaleFileError(
                english(
                    "{path!r} has changed since it was read; nothing was written, read it again",
                    path=path.relative,
                )
            )
        after = await snapshot_of(change.after) if change.after else None
        if after is not None:
            was = current.executable if current else False
            bit = was if change.executable is None else change.executable
            after = replace(after, executable=bit)
        held = self._held.pop(path.real, None)
        before = held.before if held else change.before
        if before != after:
            self._held[path.real] = _Held(path, before, after)

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        await apply_each(self.apply, changes)

    async def unsaved(self) -> Mapping[str, bytes]:
        return await self._inner.unsaved()

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        below = {
            real.relative_to(path.real).as_posix(): held.after is not None
            for real, held in self._held.items()
            if path.real in real.parents
        }
        added = [name for name, is_there in below.items() if is_there]
        removed = [name for name, is_there in below.items() if not is_there]
        try:
            listing = await self._inner.list(path, recursive=recursive, limit=limit + len(removed))
        except FileMissingError:
            if not added:
                raise
            listing = Listing(())
        return merged_listing(
            listing, path, added=added, removed=removed, recursive=recursive, limit=limit
        )

    async def _current(self, path: WorkspacePath) -> Snapshot | None:
        try:
            return await self.read(path)
        except FileMissingError:
            return None

    def _require_same_place(self, path: WorkspacePath) -> None:
        now = self._inner.locate(str(self.root / path.relative), Access.WRITE)
        if now.real != path.real:
            raise StaleFileError(
                english("{path!r} now leads elsewhere; nothing was written", path=path.relative)
            )
        if path.relative == ".":
            raise WorkspaceFault(english("'.' is a folder, which cannot be written"))


def _fingerprint(snapshot: Snapshot | None) -> str | None:
    return snapshot.fingerprint if snapshot else None
