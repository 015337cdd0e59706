"""Keeping or undoing hunks of a run, one by one or file by file."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from architect.config.nearest import did_you_mean
from architect.domain.errors import PathRefusedError, UnknownSessionError, UserError
from architect.domain.ids import HunkId, RunId
from architect.domain.journal.change_events import ChangesKept
from architect.domain.journal.events import Event
from architect.domain.journal.file_traces import KEEP_AGENT, UNDO_AGENT, keep_task, undo_hunks_task
from architect.domain.paths import Access
from architect.domain.review.decisions import HunkKind, ReviewedFile
from architect.domain.review.hunks import Placement, placed, without
from architect.domain.text.diff import change_of, diff_of
from architect.domain.text.document import FileChange
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.workspace import Workspace
from architect.services.proposal_guard import ProposalGuard
from architect.services.rejected_changes import changes_rejected, reverse_patch
from architect.services.run_hunks import PresentFile, RunHunks, look_at
from architect.services.undo import is_at_or_below
from architect.services.user_runs import Undertaking, UndoConflict, UndoParts, carry_out


@frozen
class HunkChoice:
    """Which hunks of a run are meant: some, those of files or folders, or all that are open."""

    hunk_ids: frozenset[HunkId] | None = None
    paths: tuple[str, ...] | None = None


@frozen
class HunkReport:
    """What became of hunks; `run_id` is that of the run of the user's own, if there was one.

    `paths` are the files that they are in, `changed` those that were written for it. `kept` are
    those that stay because the user had kept them.
    """

    run_id: RunId | None
    hunk_ids: tuple[HunkId, ...]
    paths: tuple[str, ...]
    changed: tuple[str, ...]
    conflicts: tuple[UndoConflict, ...]
    kept: tuple[HunkId, ...] = ()


async def revert_hunks(
    found: RunHunks,
    choice: HunkChoice,
    parts: UndoParts,
    *,
    note: str = "",
    changed_too: bool = False,
) -> HunkReport:
    """Take hunks back, or drop those that are only proposed.

    Those whose lines were changed again since are left alone, unless `changed_too`: then what was
    done to those lines goes with them. It is journaled as a run of its own.

    Raises:
        UnknownSessionError: the run has no such hunk, or changed no such file.
        UserError: one of the paths does not lie in the workspace.
        JournalFault: what happens can no longer be recorded.
    """
    chosen = _chosen(found, choice, parts.workspace)
    edits = _removals(chosen, "applied", parts.workspace, changed_too=changed_too)
    dropped, conflicts = await _decided(chosen, "proposed", parts.workspace)

    def said(changes: Sequence[FileChange]) -> Event | None:
        done = [*_done(edits, changes), *_ids(dropped)]
        patches = [*map(reverse_patch, changes), *(_proposal(file, ids) for file, ids in dropped)]
        paths = [*(change.path.relative for change in changes), *(file.path for file, _ in dropped)]
        return (
            changes_rejected(found.run_id, paths, patches, note=note, hunk_ids=done)
            if done
            else None
        )

    task = Undertaking(found.run_id, UNDO_AGENT, undo_hunks_task(found.run_id), said)
    return await _made(task, edits, dropped, conflicts, parts)


async def keep_hunks(
    found: RunHunks, choice: HunkChoice, parts: UndoParts, *, guard: ProposalGuard | None = None
) -> HunkReport:
    """Remember that the user keeps hunks, which are not open any more; make those proposed.

    What `guard` refuses is not made.

    Raises:
        UnknownSessionError, UserError, JournalFault: as `revert_hunks` does.
    """
    chosen = _chosen(found, choice, parts.workspace)
    edits = _removals(chosen, "proposed", parts.workspace, guard=guard)
    kept, conflicts = await _decided(chosen, "applied", parts.workspace)

    def said(changes: Sequence[FileChange]) -> Event | None:
        done = (*_done(edits, changes), *_ids(kept))
        paths = [*(change.path.relative for change in changes), *(file.path for file, _ in kept)]
        return ChangesKept(of_run=found.run_id, paths=tuple(paths), hunks=done) if done else None

    task = Undertaking(found.run_id, KEEP_AGENT, keep_task(found.run_id), said)
    return await _made(task, edits, kept, conflicts, parts)


_Decided = Sequence[tuple[ReviewedFile, tuple[HunkId, ...]]]
"""Hunks about which no more is to be done than to say so."""


async def _made(
    task: Undertaking,
    edits: Mapping[str, "_Removal"],
    decided: _Decided,
    conflicts: Sequence[UndoConflict],
    parts: UndoParts,
) -> HunkReport:
    plans = {path: edit.made for path, edit in edits.items()}
    report = await carry_out(task, plans, parts, conflicts=conflicts, changes_nothing=bool(decided))
    done = [one for path in report.reverted for one in edits[path].planned]
    paths = (*report.reverted, *(file.path for file, _ in decided))
    left = [conflict for edit in edits.values() for conflict in edit.left]
    return HunkReport(
        report.run_id,
        (*done, *_ids(decided)),
        paths,
        report.reverted,
        (*report.conflicts, *left),
    )


def _done(edits: Mapping[str, "_Removal"], changes: Sequence[FileChange]) -> list[HunkId]:
    names = {change.path.relative for change in changes}
    return [one for path, edit in edits.items() if path in names for one in edit.planned]


def _ids(decided: _Decided) -> tuple[HunkId, ...]:
    return tuple(one for _, ids in decided for one in ids)


def _removals(
    chosen: "_Chosen",
    kind: HunkKind,
    workspace: Workspace,
    *,
    guard: ProposalGuard | None = None,
    changed_too: bool = False,
) -> dict[str, "_Removal"]:
    return {
        file.path: _Removal(file, ids, workspace, guard, changed_too)
        for file, ids in chosen.items()
        if file.kind == kind
    }


async def _decided(
    chosen: "_Chosen", kind: HunkKind, workspace: Workspace
) -> tuple[_Decided, list[UndoConflict]]:
    """The open hunks among those chosen, and files of which nobody can tell."""
    decided: list[tuple[ReviewedFile, tuple[HunkId, ...]]] = []
    conflicts: list[UndoConflict] = []
    for file, ids in chosen.items():
        if file.kind != kind:
            continue
        seen = await look_at(file, workspace)
        if isinstance(seen, UndoConflict):
            conflicts.append(seen)
        elif there := tuple(one for one in _open(seen.placement) if ids is None or one in ids):
            decided.append((file, there))
    return decided, conflicts


def _proposal(file: ReviewedFile, hunk_ids: Collection[HunkId]) -> str:
    """The diff that proposed hunks would have been."""
    seen = file.change.after
    wanted = without(file.change, placed(file.change, file.hunks, seen), seen, hunk_ids)
    return diff_of(file.path, seen and seen.text, wanted and wanted.text)[0]


def _open(placement: Placement) -> list[HunkId]:
    """Those that stand and those that do not any more, which nobody has decided about."""
    standing = [hunk.hunk_id for hunk in placement.standing]
    return [*standing, *(one for lost in placement.lost for one in lost.hunk_ids)]


_Chosen = Mapping[ReviewedFile, frozenset[HunkId] | None]


def _chosen(found: RunHunks, choice: HunkChoice, workspace: Workspace) -> "_Chosen":
    """The files that are meant, with their hunks; None stands for all that are open."""
    if choice.hunk_ids is not None:
        return _by_id(found, choice.hunk_ids)
    if choice.paths is None:
        return dict.fromkeys(found.files)
    wanted: dict[ReviewedFile, None] = {}
    for text in choice.paths:
        try:
            relative = workspace.locate(text, Access.READ).relative
        except PathRefusedError as refusal:
            raise UserError(str(refusal)) from refusal
        files = [file for file in found.files if is_at_or_below(file.path, relative)]
        if not files:
            hint = did_you_mean(text, [file.path for file in found.files])
            raise UnknownSessionError(
                english(
                    "the run {run_id!r} changed no file {text!r}{hint}",
                    run_id=found.run_id,
                    text=text,
                    hint=hint,
                )
            )
        wanted |= dict.fromkeys(files)
    return wanted


def _by_id(
    found: RunHunks, hunk_ids: Collection[HunkId]
) -> Mapping[ReviewedFile, frozenset[HunkId]]:
    known = {one for file in found.files for one in file.hunk_ids}
    if odd := sorted(set(hunk_ids) - known):
        raise UnknownSessionError(
            english(
                "the run {run_id!r} has no hunk {hunk!r}; architect.hunks lists them",
                run_id=found.run_id,
                hunk=odd[0],
            )
        )
    return {file: ids for file in found.files if (ids := file.hunk_ids & frozenset(hunk_ids))}


@dataclass(slots=True)
class _Removal:
    """Takes hunks out of a file, or makes those proposed for it; looks at it anew each time.

    `wanted` None stands for all. `planned` are those that the last plan is about, `left` what it
    has to leave alone and why. With `changed_too` that is only what has no place any more.
    """

    file: ReviewedFile
    wanted: frozenset[HunkId] | None
    workspace: Workspace
    guard: ProposalGuard | None
    changed_too: bool = False
    planned: tuple[HunkId, ...] = ()
    left: tuple[UndoConflict, ...] = field(default=())

    async def made(self) -> FileChange | UndoConflict | None:
        self.planned = self.left = ()
        seen = await look_at(self.file, self.workspace)
        if isinstance(seen, UndoConflict):
            return seen
        try:
            change = await asyncio.to_thread(self._change, seen)
            refusal = await self.guard.refusal(change) if self.guard and change else None
        except PathRefusedError as fault:
            change, refusal = None, str(fault)
        if refusal is None:
            return change
        self.planned = self.left = ()
        return UndoConflict(self.file.path, refusal)

    def _change(self, seen: PresentFile) -> FileChange | None:
        present = seen.snapshot.document if seen.snapshot else None
        standing = (hunk.hunk_id for hunk in seen.placement.standing if self._wants(hunk.hunk_id))
        lost = [each for each in seen.placement.lost if any(map(self._wants, each.hunk_ids))]
        taken = [each for each in lost if self.changed_too and each.place is not None]
        self.planned = (*standing, *(one for each in taken for one in each.hunk_ids))
        self.left = tuple(
            UndoConflict(self.file.path, each.reason, each.lines)
            for each in lost
            if each not in taken
        )
        if not self.planned:
            return None
        content = without(self.file.change, seen.placement, present, self.planned)
        path = self.workspace.locate(self.file.path, Access.WRITE)
        return change_of(path, seen.snapshot, content)

    def _wants(self, hunk_id: HunkId) -> bool:
        return self.wanted is None or hunk_id in self.wanted
