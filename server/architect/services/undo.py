"""Undoing what a run did to files, and nothing else."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from architect.config.nearest import did_you_mean
from architect.domain.errors import (
    FileMissingError,
    PathRefusedError,
    PortFault,
    ToolFault,
    UnknownSessionError,
    UserError,
)
from architect.domain.ids import RunId
from architect.domain.journal.change_events import (
    ChangesKept,
    ChangesRejected,
    FileChanged,
    FileChangeIntended,
)
from architect.domain.journal.events import Event, Record
from architect.domain.journal.file_traces import (
    UNDO_AGENT,
    FileTrace,
    file_traces,
    is_work,
    lost_changes,
    undo_task,
    undone_runs,
)
from architect.domain.journal.forked import origins
from architect.domain.journal.run_events import RunStarted
from architect.domain.paths import Access
from architect.domain.review.undo import Overlap, execute_bit_back, is_same, without_edits
from architect.domain.text.diff import change_of
from architect.domain.text.document import FileChange, Snapshot
from architect.l10n import english
from architect.ports.workspace import Workspace
from architect.services.kept_contents import known_spans
from architect.services.rejected_changes import changes_rejected, reverse_patch
from architect.services.user_runs import (
    Undertaking,
    UndoConflict,
    UndoParts,
    UndoReport,
    carry_out,
)


async def undo_run(
    run_id: RunId,
    records: Sequence[Record],
    parts: UndoParts,
    *,
    paths: Sequence[str] | None,
    note: str = "",
) -> UndoReport:
    """Undo the changes of a run, those of `paths` (files or folders) only if given.

    What was changed since stays, and a file in which both touch the same lines is left alone. The
    undo is journaled as a run of its own; one that was interrupted is finished by another. `note`
    says why, for the agent whose changes they were.

    Raises:
        UnknownSessionError: `records`, those of the whole session, do not have the run, or it did
            not change one of `paths`.
        UserError: one of `paths` does not lie in the workspace, or the run is a copy of another.
        JournalFault: what happens can no longer be recorded.
    """
    if not any(record.run_id == run_id for record in records):
        raise UnknownSessionError(
            english("there is no run {run_id!r} in its session", run_id=run_id)
        )
    if origin := origins(records).get(run_id):
        raise UserError(
            english(
                "{run_id!r} is a copy, and changed nothing; undo {origin!r}",
                run_id=run_id,
                origin=origin,
            )
        )
    traces = file_traces(records, run_id, place=real_places(parts.workspace))
    if paths is not None:
        traces = _chosen(traces, paths, run_id=run_id, workspace=parts.workspace)
    plans = {trace.path: partial(_planned, trace, parts) for trace in traces}
    whole = undone_whole(run_id, records, note=note)
    beyond = _beyond_undo(records, run_id) if paths is None else ()
    nothing = _decides(records, run_id)
    return await carry_out(whole, plans, parts, conflicts=beyond, changes_nothing=nothing)


def _beyond_undo(records: Sequence[Record], run_id: RunId) -> tuple[UndoConflict, ...]:
    """The files that commands changed, of which nobody knows what they held before.

    Of a text that something else has replaced it is on record that it is gone.
    """
    found: dict[str, UndoConflict] = {}
    told = {
        (record.event.call_id, record.event.path)
        for record in records
        if isinstance(record.event, FileChanged) and record.run_id == run_id
    }
    for event in lost_changes(records, run_id):
        reason = english("a command changed it: {why}", why=event.reason)
        if event.count > len(event.paths):
            reason = english(
                "a command changed it and {others} others: {why}",
                others=event.count - 1,
                why=event.reason,
            )
        paths = (path for path in event.paths if (event.call_id, path) not in told)
        found |= {path: UndoConflict(path, reason) for path in paths}
    return tuple(found.values())


def _decides(records: Sequence[Record], run_id: RunId, *, again: bool = False) -> bool:
    """Whether the user decided something in that run, or took such a run back, and no more.

    Not if that was undone already.
    """
    events = [record.event for record in records if record.run_id == run_id]
    targets = (event.undoes for event in events if isinstance(event, RunStarted))
    if any(target and _decides(records, target, again=True) for target in targets):
        return again or run_id not in undone_runs(records)
    said = any(isinstance(event, ChangesKept | ChangesRejected) for event in events)
    edited = any(isinstance(event, FileChangeIntended) for event in events)
    return said and not edited and (again or run_id not in undone_runs(records))


def undone_whole(run_id: RunId, records: Sequence[Record], *, note: str) -> Undertaking:
    """Undoing a run, which rejects what an agent did."""
    of_agent = any(
        record.run_id == run_id and isinstance(record.event, RunStarted) and is_work(record.event)
        for record in records
    )

    def said(changes: Sequence[FileChange]) -> Event | None:
        if not of_agent or not changes:
            return None
        paths = [change.path.relative for change in changes]
        return changes_rejected(run_id, paths, map(reverse_patch, changes), note=note)

    return Undertaking(run_id, UNDO_AGENT, undo_task(run_id), said, undoes=run_id)


def real_places(workspace: Workspace) -> Callable[[str], str]:
    """The real place of each path, so that a file with two names is one file."""
    known: dict[str, str] = {}

    def place(path: str) -> str:
        if path not in known:
            try:
                known[path] = str(workspace.locate(path, Access.READ).real)
            except PathRefusedError:
                known[path] = path
        return known[path]

    return place


def _chosen(
    traces: Sequence[FileTrace], paths: Sequence[str], *, run_id: RunId, workspace: Workspace
) -> tuple[FileTrace, ...]:
    """The traces of the files at or below `paths`."""
    wanted: set[str] = set()
    for text in paths:
        try:
            relative = workspace.locate(text, Access.READ).relative
        except PathRefusedError as refusal:
            raise UserError(str(refusal)) from refusal
        names = {trace.path for trace in traces if is_at_or_below(trace.path, relative)}
        if not names:
            changed = [trace.path for trace in traces]
            raise UnknownSessionError(
                english(
                    "the run {run_id!r} changed no file {text!r}{hint}; it changed {changed}",
                    run_id=run_id,
                    text=text,
                    hint=did_you_mean(text, changed),
                    changed=", ".join(map(repr, changed)) or english("none at all"),
                )
            )
        wanted |= names
    return tuple(trace for trace in traces if trace.path in wanted)


def is_at_or_below(path: str, folder: str) -> bool:
    return folder in (".", path) or path.startswith(f"{folder}/")


async def _planned(trace: FileTrace, parts: UndoParts) -> FileChange | UndoConflict | None:
    """The change that takes the file back; None if it is as it should be."""
    try:
        path = parts.workspace.locate(trace.path, Access.WRITE)
        try:
            snapshot = await parts.workspace.read(path)
        except FileMissingError:
            snapshot = None
        spans = await known_spans(trace, parts.originals)
        present = snapshot.document if snapshot else None
        if _is_done(trace, snapshot) and not is_same(present, spans[0].after):
            return None
        taken = await asyncio.to_thread(without_edits, present, spans)
        if isinstance(taken, Overlap):
            return UndoConflict(trace.path, taken.reason, taken.lines)
        bit = execute_bit_back(snapshot.executable if snapshot else None, spans)
        if taken.content is None or (snapshot is None and not bit):
            bit = None
        if is_same(taken.content, present) and bit is None:
            return None
        change = await asyncio.to_thread(change_of, path, snapshot, taken.content)
        return replace(change, executable=bit)
    except (ToolFault, PortFault) as fault:
        return UndoConflict(trace.path, str(fault))


def _is_done(trace: FileTrace, snapshot: Snapshot | None) -> bool:
    """Whether an earlier undo came as far as this file."""
    return trace.is_undone or (snapshot is not None and snapshot.fingerprint in trace.attempts)
