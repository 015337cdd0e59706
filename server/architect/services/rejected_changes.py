"""What the user has undone, as it is told to the agent whose changes they were."""

from collections.abc import Collection, Iterable, Sequence

from architect.domain.ids import HunkId, RunId
from architect.domain.journal.change_events import ChangesRejected
from architect.domain.text.diff import bounded_patch, diff_of
from architect.domain.text.document import FileChange
from architect.domain.text.undecodable_bytes import shown

MAX_PATCH_CHARS = 20_000
"""Of the patch in the journal, which goes to the model as a whole."""


def changes_rejected(
    run_id: RunId,
    paths: Sequence[str],
    patches: Iterable[str],
    *,
    note: str,
    hunk_ids: Collection[HunkId] = (),
) -> ChangesRejected:
    """The event for changes that the run had made or proposed in files, and their patches."""
    return ChangesRejected(
        of_run=run_id,
        paths=tuple(paths),
        note=note,
        patch=bounded_patch(shown("".join(patches)), MAX_PATCH_CHARS),
        hunks=tuple(sorted(hunk_ids)),
    )


def reverse_patch(change: FileChange) -> str:
    """The diff of what `change` undoes."""
    was, became = change.before and change.before.document.text, change.after and change.after.text
    return diff_of(change.path.relative, became, was)[0]
