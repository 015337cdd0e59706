"""The open hunks of one run, as values."""

from collections.abc import Collection
from dataclasses import replace

from architect.domain.ids import HunkId, RunId
from architect.frozen import frozen
from architect.ports.workspace import Workspace
from architect.services.run_hunks import PresentFile
from architect.services.user_runs import UndoConflict


@frozen
class OpenHunks:
    """The open hunks of a run, by file; a conflict is a file whose hunks nobody can tell."""

    run_id: RunId
    workspace: Workspace
    files: tuple[PresentFile | UndoConflict, ...]

    @property
    def hunk_ids(self) -> frozenset[HunkId]:
        """Those that stand."""
        present = (file for file in self.files if isinstance(file, PresentFile))
        return frozenset(hunk.hunk_id for file in present for hunk in file.placement.standing)

    @property
    def paths(self) -> list[str]:
        """The files in which some stand, or did."""
        present = (file for file in self.files if isinstance(file, PresentFile))
        return [
            file.file.path for file in present if file.placement.standing or file.placement.lost
        ]

    @property
    def all_paths(self) -> list[str]:
        """The files of all, whether they stand or not."""
        return [
            file.file.path if isinstance(file, PresentFile) else file.path for file in self.files
        ]

    def with_conflicts_of(self, hunk_ids: Collection[HunkId]) -> "OpenHunks":
        """Those that stand; of those whose lines are others by now, only these."""
        present = (file for file in self.files if isinstance(file, PresentFile))
        return replace(self, files=tuple(_narrowed(file, hunk_ids) for file in present))


def _narrowed(file: PresentFile, hunk_ids: Collection[HunkId]) -> PresentFile:
    lost = (each for each in file.placement.lost if any(one in hunk_ids for one in each.hunk_ids))
    return replace(file, placement=replace(file.placement, lost=tuple(lost)))
