"""Where files are read, listed and changed: the disk, an editor, or an overlay over either."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from architect.domain.errors import PartlyAppliedError, PathRefusedError, WorkspaceFault
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text.document import FileChange, Snapshot
from architect.domain.text.line_page import MOST_COUNTED, LinePage


async def apply_each(
    apply: Callable[[FileChange], Awaitable[None]], changes: Sequence[FileChange]
) -> None:
    """Make `changes` one after the other, as `Workspace.apply_all` where nothing joins them."""
    made: list[str] = []
    for change in changes:
        try:
            await apply(change)
        except (PathRefusedError, WorkspaceFault) as fault:
            if not made:
                raise
            raise PartlyAppliedError(str(fault), tuple(made)) from fault
        made.append(change.path.relative)


class Workspace(Protocol):
    """The files a run may see, as the user sees them.

    Every path goes through `locate` first: it is the only maker of a `WorkspacePath`.
    """

    @property
    def root(self) -> Path:
        """The resolved absolute path of the workspace root."""
        ...

    def locate(self, text: str, access: Access) -> WorkspacePath:
        """The place that `text` (relative to the root, or absolute inside it) stands for.

        Raises:
            PathRefusedError: it leaves the root, or its kind of access is forbidden there.
        """
        ...

    async def read(self, path: WorkspacePath) -> Snapshot:
        """The text of a file.

        Raises:
            FileMissingError, NotAFileError, NotTextError.
            WorkspaceFault: it cannot be read, or is too large to be edited.
        """
        ...

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        """Up to `count` lines of a file of any size, from line `first` (from 1) on.

        How much text that can be at most stands in `domain/text/line_page.py`. With more than
        `counted` characters behind them, the file is not read on, and its lines are not counted.

        Raises:
            FileMissingError, NotAFileError, NotTextError, WorkspaceFault.
        """
        ...

    async def apply(self, change: FileChange) -> None:
        """Make the file what `change.after` says, if it still is what `change.before` says.

        Raises:
            PathRefusedError: the path may not be written, or leads elsewhere by now.
            StaleFileError: it is not; nothing was written.
            ReformattedError: it was made, and then changed by an editor that formats what it saves.
            WorkspaceFault: it could not be written; nothing was changed.
        """
        ...

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        """Make all these changes, of a file each; an editor makes those of open files as one edit.

        Raises:
            PathRefusedError, StaleFileError, WorkspaceFault: as `apply`; nothing was changed.
            ReformattedError: as `apply`; all were made.
            PartlyAppliedError: some were made, and the next one could not be.
        """
        ...

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        """Files and folders below `path`, at most `limit` of them.

        A recursive listing leaves out `.git` and what git ignores; hidden files are listed. Links
        are listed as files and never followed.

        Raises:
            FileMissingError: there is no such folder.
            WorkspaceFault: `path` is not a folder or cannot be read.
        """
        ...

    async def unsaved(self) -> Mapping[str, bytes]:
        """The contents that the disk does not have yet, since they are not saved, by path."""
        ...
