"""A workspace that puts every change into the journal, before and after it is made.

The content of the file before and after is kept as well, so that the change can be undone.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from architect.domain.errors import PartlyAppliedError
from architect.domain.ids import CallId
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.events import Event
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text.diff import bounded_patch
from architect.domain.text.document import Document, FileChange, Snapshot
from architect.domain.text.file_text import encode
from architect.domain.text.line_page import MOST_COUNTED, LinePage
from architect.domain.text.reformatted import PartlyReformattedError, ReformattedError
from architect.execution.to_the_end import to_the_end
from architect.ports.originals import Originals
from architect.ports.workspace import Workspace

_INLINE_CHARS = 200_000
"""Up to here hashing and keeping a text takes about a millisecond of the event loop."""

MAX_DIFF_CHARS = 50_000
"""Of the diff in the journal; the hashes identify the content whatever its size."""


class JournaledWorkspace:
    """The workspace one call works on: `inner`, with its changes recorded under `call_id`."""

    def __init__(
        self,
        inner: Workspace,
        *,
        call_id: CallId,
        emit: Callable[[Event], None],
        originals: Originals,
    ) -> None:
        self._inner = inner
        self._call_id = call_id
        self._emit = emit
        self._originals = originals

    @property
    def root(self) -> Path:
        return self._inner.root

    def locate(self, text: str, access: Access) -> WorkspacePath:
        return self._inner.locate(text, access)

    async def read(self, path: WorkspacePath) -> Snapshot:
        return await self._inner.read(path)

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        return await self._inner.read_lines(path, first=first, count=count, counted=counted)

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        return await self._inner.list(path, recursive=recursive, limit=limit)

    async def unsaved(self) -> Mapping[str, bytes]:
        return await self._inner.unsaved()

    async def apply(self, change: FileChange) -> None:
        """Apply `change` between two events; once begun it is finished, even when cancelled."""
        await self._intended(change)
        await to_the_end(self._applied(change))

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        """Apply `changes` between two events each, as `apply`."""
        for change in changes:
            await self._intended(change)
        await to_the_end(self._all_applied(changes))

    async def _intended(self, change: FileChange) -> None:
        before, after = await kept_sides(change, self._originals)
        self._emit(
            FileChangeIntended(
                call_id=self._call_id,
                path=change.path.relative,
                before_sha256=before,
                after_sha256=after,
                executable=_bit_after(change),
            )
        )

    async def _applied(self, change: FileChange) -> None:
        try:
            await self._inner.apply(change)
        except ReformattedError as more:
            self._changed(change)
            await self._reformatted(more.further)
        else:
            self._changed(change)

    async def _all_applied(self, changes: Sequence[FileChange]) -> None:
        further: Sequence[FileChange] = ()
        try:
            await self._inner.apply_all(changes)
        except PartlyAppliedError as fault:
            for change in changes:
                if change.path.relative in fault.made:
                    self._changed(change)
            if isinstance(fault, PartlyReformattedError):
                await self._reformatted(fault.further)
            raise
        except ReformattedError as more:
            further = more.further
        for change in changes:
            self._changed(change)
        await self._reformatted(further)

    async def _reformatted(self, further: Sequence[FileChange]) -> None:
        """Record what an editor has made of changes."""
        for change in further:
            await self._intended(change)
            self._changed(change)

    def _changed(self, change: FileChange) -> None:
        self._emit(
            FileChanged(
                call_id=self._call_id,
                path=change.path.relative,
                kind=kind_of(change),
                diff=bounded(change.diff),
                lines_added=change.lines_added,
                lines_removed=change.lines_removed,
            )
        )


def _bit_after(change: FileChange) -> bool | None:
    """What becomes of the execute bit, which goes with a file that is deleted; None if it stays."""
    if change.after is None and change.before is not None and change.before.executable:
        return False
    return change.executable


async def kept_sides(change: FileChange, originals: Originals) -> tuple[str | None, str | None]:
    """Keep the contents before and after `change`, and give their hashes; None for no file."""
    before = await _kept_before(change.before, originals) if change.before else None
    return before, await _kept(change.after, originals) if change.after else None


async def _kept_before(snapshot: Snapshot, originals: Originals) -> str:
    """The hash of what is there; that of the change before this one is kept already."""
    if originals.has(snapshot.fingerprint):
        return snapshot.fingerprint
    return await _kept(snapshot.document, originals)


async def _kept(document: Document, originals: Originals) -> str:
    if len(document.text) <= _INLINE_CHARS:
        return originals.keep(encode(document))
    return await asyncio.to_thread(lambda: originals.keep(encode(document)))


def kind_of(change: FileChange) -> Literal["created", "modified", "deleted"]:
    """What the change makes of its file."""
    if change.before is None:
        return "created"
    return "deleted" if change.after is None else "modified"


def bounded(diff: str) -> str:
    """The diff as events carry it."""
    return bounded_patch(diff, MAX_DIFF_CHARS)
