"""The hunks of a run, found in its journal and in the files as they are now."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from architect.domain.errors import (
    FileMissingError,
    OriginalMissingError,
    PortFault,
    ToolFault,
)
from architect.domain.ids import HunkId, RunId
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import FileTrace, Made, Span, file_traces
from architect.domain.journal.forked import origins
from architect.domain.paths import Access
from architect.domain.review.decisions import Edited, ReviewedFile, decisions
from architect.domain.review.hunks import NetChange, Placement, hunks_of
from architect.domain.review.proposals import proposals
from architect.domain.review.undo import KnownSpan, Overlap, is_same, without_edits
from architect.domain.text.document import Snapshot
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.originals import Originals
from architect.ports.workspace import Workspace
from architect.services.kept_contents import known_content, known_spans
from architect.services.undo import real_places
from architect.services.user_runs import UndoConflict


@frozen
class RunHunks:
    """The files of a run by hunks, sorted by path, and those whose hunks nobody can tell."""

    run_id: RunId
    files: tuple[ReviewedFile, ...]
    unknown: tuple[UndoConflict, ...]


@frozen
class PresentFile:
    """A file of a run as it is now; `snapshot` is None where there is none."""

    file: ReviewedFile
    snapshot: Snapshot | None
    placement: Placement


async def run_hunks(
    run_id: RunId, records: Sequence[Record], *, workspace: Workspace, originals: Originals
) -> RunHunks:
    """The hunks of a run, of which some may no longer stand.

    `records` are those of the whole session. A copy of a run of another session has none: they are
    decided about there.
    """
    if run_id in await asyncio.to_thread(origins, records):
        return RunHunks(run_id, (), ())
    place = real_places(workspace)
    files: list[ReviewedFile] = []
    unknown: list[UndoConflict] = []
    traces = await asyncio.to_thread(file_traces, records, run_id, place=place)
    for trace in sorted(traces, key=lambda trace: trace.path):
        change = await _net_change(trace, workspace, originals)
        if isinstance(change, UndoConflict):
            unknown.append(change)
            continue
        file = await asyncio.to_thread(_applied, run_id, change, trace, records, place=place)
        if file.hunks:
            files.append(file)
    proposed = await asyncio.to_thread(proposals, records, run_id, place=place)
    for path, span in sorted(proposed.items()):
        file = await _proposed(run_id, path, span, records, originals, place=place)
        if isinstance(file, UndoConflict):
            unknown.append(file)
        else:
            files.append(file)
    return RunHunks(run_id, tuple(files), tuple(unknown))


async def _proposed(
    run_id: RunId,
    path: str,
    span: Span,
    records: Sequence[Record],
    originals: Originals,
    *,
    place: Callable[[str], str],
) -> ReviewedFile | UndoConflict:
    try:
        seen = await known_content(span.before, originals)
        wanted = await known_content(span.after, originals)
    except OriginalMissingError as fault:
        return UndoConflict(path, str(fault))
    way_back = NetChange(path, wanted, seen)
    hunks = await asyncio.to_thread(hunks_of, run_id, way_back)
    decided = await asyncio.to_thread(decisions, records, run_id, path, place=place)
    dropped = _all_of(decided.rejected)
    return ReviewedFile("proposed", way_back, hunks, dropped, decided.kept)


def _all_of(edits: Iterable[Edited]) -> frozenset[HunkId]:
    return frozenset[HunkId]().union(*(each.hunk_ids for each in edits))


def _applied(
    run_id: RunId,
    change: NetChange,
    trace: FileTrace,
    records: Sequence[Record],
    *,
    place: Callable[[str], str],
) -> ReviewedFile:
    hunks = hunks_of(run_id, change)
    decided = decisions(records, run_id, trace.path, place=place)
    kept = _all_of(decided.kept)
    edits = decided.rejected
    if trace.is_undone:
        edits = (*edits, Edited(frozenset(hunk.hunk_id for hunk in hunks), None))
    return ReviewedFile("applied", change, hunks, kept, edits, trace.by_command)


async def _net_change(
    trace: FileTrace, workspace: Workspace, originals: Originals
) -> NetChange | UndoConflict:
    """What the run did to the file, without what others did in between."""
    try:
        spans = await known_spans(trace, originals)
    except OriginalMissingError as fault:
        return UndoConflict(trace.path, str(fault))
    if spans[0].made is not Made.YES:
        spans = await _spans_made(trace.path, spans, workspace)
    if not spans:
        return NetChange(trace.path, None, None)
    last = spans[0].after
    without = await asyncio.to_thread(without_edits, last, spans)
    if isinstance(without, Overlap):
        return UndoConflict(
            trace.path, english("the same lines were changed by others during the run")
        )
    return NetChange(trace.path, without.content, last)


async def _spans_made(
    path: str, spans: tuple[KnownSpan, ...], workspace: Workspace
) -> tuple[KnownSpan, ...]:
    """Without the newest one, if a crash came before it was made."""
    snapshot = await present_of(path, workspace)
    is_there = is_same(snapshot and snapshot.document, spans[0].after)
    return spans if is_there else spans[1:]


async def look_at(file: ReviewedFile, workspace: Workspace) -> PresentFile | UndoConflict:
    """Where the open hunks of a file stand now."""
    try:
        snapshot = await present_of(file.path, workspace)
    except (ToolFault, PortFault) as fault:
        return UndoConflict(file.path, str(fault))
    present = snapshot.document if snapshot else None
    fingerprint = snapshot.fingerprint if snapshot else None
    placement = await asyncio.to_thread(file.placement, present, fingerprint)
    return PresentFile(file, snapshot, placement)


async def present_of(path: str, workspace: Workspace) -> Snapshot | None:
    """The file as it is; None if there is none.

    Raises:
        ToolFault, PortFault: it cannot be read.
    """
    try:
        return await workspace.read(workspace.locate(path, Access.READ))
    except FileMissingError:
        return None
