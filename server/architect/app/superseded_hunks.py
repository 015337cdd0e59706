"""Lines that several runs made, as when the same task ran again after `git checkout`.

Hunks are found by the text that a run left, so that of an older run would be there again as soon
as a newer one makes the same change: the lines belong to the newest run that made them.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from architect.app.hunks_of_run import OpenHunks
from architect.domain.review.decisions import HunkKind
from architect.domain.review.hunks import PlacedHunk, Placement
from architect.services.run_hunks import PresentFile
from architect.services.user_runs import UndoConflict


class NewerHunks:
    """Where hunks of newer runs stand, whether anybody has decided about them or not."""

    def __init__(self) -> None:
        self._places: dict[tuple[Path, str, HunkKind], list[PlacedHunk]] = {}

    def left_of(self, of_run: OpenHunks) -> OpenHunks:
        """The hunks of the next older run, without those on lines of a run that came before."""
        root = of_run.workspace.root
        files = tuple(self._left(root, file) for file in of_run.files)
        for file in of_run.files:
            if isinstance(file, PresentFile):
                key = (root, file.file.path, file.file.kind)
                self._places.setdefault(key, []).extend(_places(file.placement))
        return replace(of_run, files=files)

    def _left(self, root: Path, file: PresentFile | UndoConflict) -> PresentFile | UndoConflict:
        if isinstance(file, UndoConflict):
            return file
        newer = self._places.get((root, file.file.path, file.file.kind))
        return file if newer is None else replace(file, placement=_without(file.placement, newer))


def _without(placement: Placement, newer: Sequence[PlacedHunk]) -> Placement:
    standing = (hunk for hunk in placement.standing if not _is_in(hunk, newer))
    lost = (each for each in placement.lost if not (each.place and _is_in(each.place, newer)))
    return replace(placement, standing=tuple(standing), lost=tuple(lost))


def _places(placement: Placement) -> list[PlacedHunk]:
    lost = (each.place for each in placement.lost)
    return [*placement.standing, *placement.settled, *(place for place in lost if place)]


def _is_in(hunk: PlacedHunk, others: Sequence[PlacedHunk]) -> bool:
    """Whether one of `others` has characters of it, or is at the same place without any."""
    return any(
        max(hunk.start, other.start) < min(hunk.end, other.end)
        or (hunk.start, hunk.end) == (other.start, other.end)
        for other in others
    )
