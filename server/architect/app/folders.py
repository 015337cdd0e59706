"""The workspace folders of a front end."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from architect.app.errors import CannotStartError, UnknownFindingError
from architect.app.workspace_folder import WorkspaceFolder, open_folder
from architect.domain.errors import PortFault, UserError
from architect.domain.findings import Finding
from architect.l10n import english, joined

Release = Callable[[], None]


class Folders:
    """The folders that are open, and those around files that were opened without one.

    `show` lets the front end show what is in a folder, and returns what ends that.
    """

    def __init__(
        self,
        roots: Iterable[Path],
        *,
        show: Callable[[WorkspaceFolder], Release],
        on_fault: Callable[[PortFault | str], None],
    ) -> None:
        self.roots = list(roots)
        self._show = show
        self._on_fault = on_fault
        self._open: dict[Path, tuple[WorkspaceFolder, Release]] = {}

    def get(self, root: Path) -> WorkspaceFolder:
        """What is kept for a workspace root.

        Raises:
            CannotStartError: no run can work there.
        """
        if root not in self._open:
            folder = open_folder(root, on_fault=self._on_fault)
            self._open[root] = folder, self._show(folder)
        return self._open[root][0]

    def all_roots(self) -> list[Path]:
        """The open folders, and where else runs have worked."""
        return list(dict.fromkeys((*self.roots, *self._open)))

    def all(self) -> list[WorkspaceFolder]:
        """Those of all roots where runs can work."""
        found: list[WorkspaceFolder] = []
        for root in self.all_roots():
            with suppress(UserError):  # told when a run is started there
                found.append(self.get(root))
        return found

    def finding(self, finding_id: str) -> tuple[WorkspaceFolder, Finding]:
        """The finding of that id, and the folder it is in.

        Raises:
            UnknownFindingError: no open folder has it.
        """
        for folder in self.all():
            if finding := folder.findings.get(finding_id):
                return folder, finding
        raise UnknownFindingError(finding_id)

    def add(self, root: Path) -> None:
        """Another folder is open."""
        if root not in self.roots:
            self.roots.append(root)
        with suppress(UserError):  # told when a run is started there
            self.get(root)

    async def remove(self, root: Path) -> None:
        """A folder is open no more: nothing of it is shown."""
        if root in self.roots:
            self.roots.remove(root)
        if (known := self._open.pop(root, None)) is not None:
            await _close(*known)

    async def close(self) -> None:
        """Write down what is not yet."""
        await asyncio.gather(*(_close(*known) for known in self._open.values()))

    def root_of(self, path: Path | None) -> Path:
        """The folder that `path` is in, the innermost; the first one if there is no path.

        Raises:
            CannotStartError: no folder is open, or none for that file.
        """
        if path is None and self.roots:
            return self.roots[0]
        inside = [root for root in self.roots if path is not None and path.is_relative_to(root)]
        if inside:
            return max(inside, key=lambda root: len(root.parts))
        if path is not None and not self.roots:
            return _root_around(path)
        what = (
            english("{path!r} is in none of the open folders", path=str(path))
            if path
            else english("no folder is open")
        )
        raise CannotStartError(joined("; ", (what, english("open the folder of the project"))))


async def _close(folder: WorkspaceFolder, release: Release) -> None:
    release()
    await folder.close()


def _root_around(path: Path) -> Path:
    """The repository around a file that was opened without a folder, or the folder it is in."""
    parents = path.parents
    return next((folder for folder in parents if (folder / ".git").exists()), parents[0])
