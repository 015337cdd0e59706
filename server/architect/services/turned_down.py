"""What the user took back, as it is told to the agent whose changes they were."""

from collections.abc import Collection, Iterable, Sequence

from architect.domain.diff import bounded_patch, diff_of
from architect.domain.document import FileChange
from architect.domain.events import ChangesTurnedDown
from architect.domain.foreign_bytes import shown
from architect.domain.ids import HunkId, RunId

MAX_PATCH_CHARS = 20_000
"""Of the patch in the journal, which goes to the model as a whole."""


def turned_down(
    run_id: RunId,
    paths: Sequence[str],
    patches: Iterable[str],
    *,
    note: str,
    hunk_ids: Collection[HunkId] = (),
) -> ChangesTurnedDown:
    """The event for changes that the run had made or proposed in files, and their patches."""
    return ChangesTurnedDown(
        of_run=run_id,
        paths=tuple(paths),
        note=note,
        patch=bounded_patch(shown("".join(patches)), MAX_PATCH_CHARS),
        hunks=tuple(sorted(hunk_ids)),
    )


def taken_back(change: FileChange) -> str:
    """The diff of what `change` takes back."""
    was, became = change.before and change.before.document.text, change.after and change.after.text
    return diff_of(change.path.relative, became, was)[0]
