"""What the user decided about the changes of a run, read from the journal of its session."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from architect.domain.ids import HunkId, RunId
from architect.domain.journal.change_events import (
    ChangesKept,
    ChangesRejected,
    FileChangeIntended,
)
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import undone_files, undone_runs
from architect.domain.review.hunks import Hunk, LostHunks, NetChange, Placement, placed
from architect.domain.review.undo import Content
from architect.frozen import frozen
from architect.l10n import english

HunkKind = Literal["applied", "proposed"]


@frozen
class Edited:
    """Hunks for which the file was edited, and its SHA-256 before that."""

    hunk_ids: frozenset[HunkId]
    before: str | None


@frozen
class Decisions:
    """`kept` and `rejected` are hunks, by the runs in which the user said so."""

    kept: tuple[Edited, ...] = ()
    rejected: tuple[Edited, ...] = ()


@frozen
class ReviewedFile:
    """A file that a run changed, or proposes to change, with what is decided about its hunks.

    `change` leads to what the file holds now: of proposals it is the way back. `settled` hunks are
    of no interest any more; for those in `edits` the file was edited. `by_command` says that no
    tool changed the file, but commands did.
    """

    kind: HunkKind
    change: NetChange
    hunks: tuple[Hunk, ...]
    settled: frozenset[HunkId]
    edits: tuple[Edited, ...]
    by_command: bool = False

    @property
    def path(self) -> str:
        return self.change.path

    @property
    def hunk_ids(self) -> frozenset[HunkId]:
        return frozenset(hunk.hunk_id for hunk in self.hunks)

    @property
    def undecided(self) -> frozenset[HunkId]:
        """The hunks that nobody has kept or rejected, wherever they are by now."""
        return self.hunk_ids.difference(self.settled, *(each.hunk_ids for each in self.edits))

    def placement(self, present: Content, fingerprint: str | None) -> Placement:
        """Where the open hunks are; `fingerprint` is the SHA-256 of `present`."""
        found = placed(self.change, self.hunks, present, taken=self._taken(fingerprint))
        standing = tuple(hunk for hunk in found.standing if hunk.hunk_id not in self.settled)
        settled = tuple(hunk for hunk in found.standing if hunk.hunk_id in self.settled)
        return Placement(standing, tuple(self._unsettled(found.lost)), settled)

    def kept(self, present: Content, fingerprint: str | None) -> tuple[HunkId, ...]:
        """The hunks that the user kept and that are still there, perhaps changed again."""
        if self.kind == "proposed":
            return ()
        found = placed(self.change, self.hunks, present, taken=self._taken(fingerprint))
        standing = (hunk.hunk_id for hunk in found.standing)
        lost = (one for each in found.lost for one in each.hunk_ids)
        return tuple(one for one in (*standing, *lost) if one in self.settled)

    def _taken(self, fingerprint: str | None) -> set[HunkId]:
        """The hunks that edits took out of the text, but for those the user undid by himself."""
        taken: set[HunkId] = set()
        for edit in self.edits:
            if fingerprint is not None and edit.before == fingerprint:
                break
            taken |= edit.hunk_ids
        return taken

    def _unsettled(self, lost: Iterable[LostHunks]) -> Iterable[LostHunks]:
        for each in lost:
            left = tuple(one for one in each.hunk_ids if one not in self.settled)
            if left:
                reason = each.reason if self.kind == "applied" else _DOES_NOT_FIT
                yield LostHunks(left, reason, each.lines, each.place)


_DOES_NOT_FIT = english("what the run would change there is not what it saw any more")


def decisions(
    records: Sequence[Record], run_id: RunId, path: str, *, place: Callable[[str], str] = str
) -> Decisions:
    """What was decided about the hunks of one file and not undone; oldest first."""
    undone, runs = undone_files(records, place=place), undone_runs(records)
    where = place(path)
    before: dict[RunId, str | None] = {}
    kept: list[Edited] = []
    rejected: list[Edited] = []
    for record in records:
        by_run = record.run_id in runs and record.run_id not in before
        if undone.get((record.run_id, where), by_run):
            continue
        match record.event:
            case FileChangeIntended(path=other, before_sha256=found) if place(other) == where:
                before[record.run_id] = found
            case ChangesKept(of_run=of_run, hunks=hunks) if of_run == run_id:
                kept.append(Edited(frozenset(hunks), before.get(record.run_id)))
            case ChangesRejected(of_run=of_run, hunks=hunks) if of_run == run_id and hunks:
                rejected.append(Edited(frozenset(hunks), before.get(record.run_id)))
            case _:
                pass
    return Decisions(tuple(kept), tuple(rejected))
