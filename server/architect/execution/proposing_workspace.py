"""A workspace whose changes are only proposed: they are journaled, and made in memory alone."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from architect.domain.errors import WorkspaceFault
from architect.domain.ids import CallId
from architect.domain.journal.change_events import FileProposed
from architect.domain.journal.events import Event
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text.document import FileChange, Snapshot
from architect.domain.text.line_page import MOST_COUNTED, LinePage
from architect.execution.file_uses import real_name
from architect.execution.record.journaled_workspace import bounded, kept_sides, kind_of
from architect.ports.originals import Originals
from architect.ports.workspace import Workspace, apply_each


class ProposingWorkspace:
    """The workspace one call works on: `overlay`, with its changes recorded under `call_id`.

    The contents are kept, so that the proposals outlive the overlay.
    """

    def __init__(
        self,
        overlay: Workspace,
        *,
        call_id: CallId,
        emit: Callable[[Event], None],
        originals: Originals,
    ) -> None:
        self._overlay = overlay
        self._call_id = call_id
        self._emit = emit
        self._originals = originals

    @property
    def root(self) -> Path:
        return self._overlay.root

    def locate(self, text: str, access: Access) -> WorkspacePath:
        return self._overlay.locate(text, access)

    async def read(self, path: WorkspacePath) -> Snapshot:
        return await self._overlay.read(path)

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        return await self._overlay.read_lines(path, first=first, count=count, counted=counted)

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        return await self._overlay.list(path, recursive=recursive, limit=limit)

    async def unsaved(self) -> Mapping[str, bytes]:
        return await self._overlay.unsaved()

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        await apply_each(self.apply, changes)

    async def apply(self, change: FileChange) -> None:
        """Make `change` in the overlay and record it.

        Raises:
            WorkspaceFault: it is about the execute bit, which no proposal can hold.
        """
        if change.executable is not None:
            raise WorkspaceFault(
                "this run only proposes, and the execute bit cannot be proposed: leave the mode "
                "out of the patch, and tell the user to set it"
            )
        before, after = await kept_sides(change, self._originals)
        await self._overlay.apply(change)
        self._emit(
            FileProposed(
                call_id=self._call_id,
                path=change.path.relative,
                kind=kind_of(change),
                before_sha256=before,
                after_sha256=after,
                diff=bounded(change.diff),
                lines_added=change.lines_added,
                lines_removed=change.lines_removed,
                place=real_name(change.path, self.root),
            )
        )
