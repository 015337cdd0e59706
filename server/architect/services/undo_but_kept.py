"""Undoing a run without what the user has decided to keep of it."""

import asyncio
from collections.abc import Sequence

from architect.domain.errors import PathRefusedError, PortFault, ToolFault
from architect.domain.ids import HunkId, RunId
from architect.domain.journal.change_events import ChangesKept
from architect.domain.journal.events import Record
from architect.domain.paths import Access
from architect.domain.review.decisions import ReviewedFile
from architect.ports.workspace import Workspace
from architect.services.hunk_review import HunkChoice, revert_hunks
from architect.services.run_hunks import present_of, run_hunks
from architect.services.undo import is_at_or_below, undo_run
from architect.services.user_runs import UndoParts, UndoReport


async def undo_but_kept(
    run_id: RunId,
    records: Sequence[Record],
    parts: UndoParts,
    *,
    paths: Sequence[str] | None,
    note: str = "",
) -> UndoReport:
    """Undo the changes of a run as `undo_run` does, but for hunks that the user has kept.

    Those are named in the report. Where there are any, what is open is undone hunk by hunk, so
    that a file with a conflict is not left alone as a whole.

    Raises:
        UnknownSessionError, UserError, JournalFault: as `undo_run` does.
    """
    if not _was_decided(records, run_id):
        return await undo_run(run_id, records, parts, paths=paths, note=note)
    found = await run_hunks(run_id, records, workspace=parts.workspace, originals=parts.originals)
    folders = _folders(paths, parts.workspace)
    kept: dict[HunkId, str] = {}
    for file in found.files:
        if any(is_at_or_below(file.path, folder) for folder in folders):
            kept |= dict.fromkeys(await _kept(file, parts.workspace), file.path)
    if not kept:
        return await undo_run(run_id, records, parts, paths=paths, note=note)
    choice = HunkChoice(paths=None if paths is None else tuple(paths))
    report = await revert_hunks(found, choice, parts, note=note)
    unknown = [
        each
        for each in found.unknown
        if any(is_at_or_below(each.path, folder) for folder in folders)
    ]
    return UndoReport(
        report.run_id,
        report.changed,
        (*report.conflicts, *unknown),
        kept=tuple(kept),
        kept_in=tuple(dict.fromkeys(kept.values())),
    )


def _was_decided(records: Sequence[Record], run_id: RunId) -> bool:
    """Whether the user ever kept something of the run."""
    events = (record.event for record in records)
    return any(isinstance(event, ChangesKept) and event.of_run == run_id for event in events)


def _folders(paths: Sequence[str] | None, workspace: Workspace) -> list[str]:
    """The files and folders that are meant; what is no path of the workspace is told later."""
    if paths is None:
        return ["."]
    folders: list[str] = []
    for text in paths:
        try:
            folders.append(workspace.locate(text, Access.READ).relative)
        except PathRefusedError:
            continue
    return folders


async def _kept(file: ReviewedFile, workspace: Workspace) -> tuple[HunkId, ...]:
    try:
        snapshot = await present_of(file.path, workspace)
    except (ToolFault, PortFault):
        return ()
    document, fingerprint = (
        (None, None) if snapshot is None else (snapshot.document, snapshot.fingerprint)
    )
    return await asyncio.to_thread(file.kept, document, fingerprint)
