"""Taking back what a run did to files, and nothing else."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from architect.config.nearest import did_you_mean
from architect.domain.diff import change_of
from architect.domain.document import FileChange, Snapshot
from architect.domain.errors import (
    FileMissingError,
    PathRefusedError,
    PortFault,
    StaleFileError,
    ToolFault,
    UnknownSessionError,
    UserError,
)
from architect.domain.events import Record, RunFinished, RunStarted
from architect.domain.file_traces import (
    UNDO_AGENT,
    FileTrace,
    file_traces,
    session_of,
    undo_task,
)
from architect.domain.ids import CallId, RunId
from architect.domain.outcome import Status, StopReason
from architect.domain.paths import Access
from architect.domain.undo import Overlap, is_same, take_back
from architect.domain.verdict import ConfirmMode
from architect.execution.event_recorder import EventRecorder
from architect.execution.journaled_workspace import JournaledWorkspace
from architect.ports.clock import Clock
from architect.ports.originals import Originals
from architect.ports.workspace import Workspace
from architect.services.kept_contents import known_spans

_ATTEMPTS = 3
"""Somebody who types may change a file between reading and writing it."""


@dataclass(frozen=True, slots=True)
class UndoConflict:
    """A file that was left alone; `lines` are first and last ones of what it holds, from 1."""

    path: str
    reason: str
    lines: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class UndoReport:
    """The files as they were before the run, but for what others changed, and those that are not.

    `run_id` is that of the undo, by which it can be undone itself; None if it changed nothing.
    """

    run_id: RunId | None
    reverted: tuple[str, ...]
    conflicts: tuple[UndoConflict, ...]


@dataclass(frozen=True, slots=True)
class UndoParts:
    """What an undo works with; the journal behind `recorder` is that of the session."""

    workspace: Workspace
    originals: Originals
    recorder: EventRecorder
    clock: Clock


async def undo_run(
    run_id: RunId, records: Sequence[Record], parts: UndoParts, *, paths: Sequence[str] | None
) -> UndoReport:
    """Take back the changes of a run, those of `paths` (files or folders) only if given.

    What was changed since stays, and a file in which both touch the same lines is left alone. The
    undo is journaled as a run of its own; one that was interrupted is finished by another.

    Raises:
        UnknownSessionError: `records`, those of the whole session, do not have the run, or it did
            not change one of `paths`.
        UserError: one of `paths` does not lie in the workspace.
        JournalFault: what happens can no longer be recorded.
    """
    if not any(record.run_id == run_id for record in records):
        raise UnknownSessionError(f"there is no run {run_id!r} in its session")
    traces = file_traces(records, run_id, place=_Places(parts.workspace))
    if paths is not None:
        traces = _chosen(traces, paths, run_id=run_id, workspace=parts.workspace)
    outcomes = [(trace, await _planned(trace, parts)) for trace in traces]
    conflicts = [outcome for _, outcome in outcomes if isinstance(outcome, UndoConflict)]
    changes = [(trace, plan) for trace, plan in outcomes if isinstance(plan, FileChange)]
    if not changes:
        return UndoReport(None, (), tuple(conflicts))
    return await _carried_out(run_id, changes, conflicts, parts)


async def _carried_out(
    run_id: RunId,
    changes: Sequence[tuple[FileTrace, FileChange]],
    conflicts: Sequence[UndoConflict],
    parts: UndoParts,
) -> UndoReport:
    began = parts.clock.monotonic()
    parts.recorder.emit(_started(run_id, parts.workspace))
    reverted: list[str] = []
    found = [*conflicts]
    for number, (trace, change) in enumerate(changes, start=1):
        conflict = await _landed(trace, change, CallId(f"undo-{number}"), parts)
        if conflict is None:
            reverted.append(trace.path)
        else:
            found.append(conflict)
    report = UndoReport(parts.recorder.run_id, tuple(reverted), tuple(found))
    parts.recorder.emit(_finished(report, parts.clock.monotonic() - began))
    return report


class _Places:
    """The real place of each path, so that a file with two names is one file."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, str] = {}

    def __call__(self, path: str) -> str:
        if path not in self._known:
            try:
                self._known[path] = str(self._workspace.locate(path, Access.READ).real)
            except PathRefusedError:
                self._known[path] = path
        return self._known[path]


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
        names = {trace.path for trace in traces if _is_at_or_below(trace.path, relative)}
        if not names:
            changed = [trace.path for trace in traces]
            raise UnknownSessionError(
                f"the run {run_id!r} changed no file {text!r}{did_you_mean(text, changed)}; "
                f"it changed {', '.join(map(repr, changed)) or 'none at all'}"
            )
        wanted |= names
    return tuple(trace for trace in traces if trace.path in wanted)


def _is_at_or_below(path: str, folder: str) -> bool:
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
        taken = await asyncio.to_thread(take_back, present, spans)
        if isinstance(taken, Overlap):
            return UndoConflict(trace.path, taken.reason, taken.lines)
        if is_same(taken.content, present):
            return None
        return await asyncio.to_thread(change_of, path, snapshot, taken.content)
    except (ToolFault, PortFault) as fault:
        return UndoConflict(trace.path, str(fault))


def _is_done(trace: FileTrace, snapshot: Snapshot | None) -> bool:
    """Whether an earlier undo came as far as this file."""
    return trace.is_taken_back or (snapshot is not None and snapshot.fingerprint in trace.attempts)


async def _landed(
    trace: FileTrace, change: FileChange, call_id: CallId, parts: UndoParts
) -> UndoConflict | None:
    """Make the change; if the file is no longer what it was, another one from its new text."""
    workspace = JournaledWorkspace(
        parts.workspace,
        call_id=call_id,
        emit=parts.recorder.emit,
        originals=parts.originals,
    )
    plan: FileChange | UndoConflict | None = change
    for _ in range(_ATTEMPTS):
        if not isinstance(plan, FileChange):
            return plan
        try:
            await workspace.apply(plan)
        except StaleFileError:
            plan = await _planned(trace, parts)
        except (ToolFault, PortFault) as fault:
            return UndoConflict(trace.path, str(fault))
        else:
            return None
    return UndoConflict(trace.path, "it is being changed again and again; try later")


def _started(run_id: RunId, workspace: Workspace) -> RunStarted:
    return RunStarted(
        session_id=session_of(run_id),
        task=undo_task(run_id),
        agent=UNDO_AGENT,
        model="",
        workspace=str(workspace.root),
        mode=ConfirmMode.YOLO,
        dry_run=False,
        max_steps=0,
        system="",
        opening="",
    )


def _finished(report: UndoReport, duration_s: float) -> RunFinished:
    return RunFinished(
        status=Status.PARTIAL if report.conflicts else Status.SUCCESS,
        stop_reason=StopReason.LLM_DONE,
        output="\n".join(report_lines(report)),
        error=None,
        duration_s=round(duration_s, 3),
    )


def report_lines(report: UndoReport) -> Iterator[str]:
    """What became of each file, for people."""
    for path in report.reverted:
        yield f"restored {path}"
    for conflict in report.conflicts:
        yield f"left alone {conflict.path}{_places(conflict.lines)}: {conflict.reason}"
    if not report.reverted and not report.conflicts:
        yield "nothing to take back"


def _places(lines: Sequence[tuple[int, int]]) -> str:
    if not lines:
        return ""
    spans = (f"{first}" if first >= last else f"{first}-{last}" for first, last in lines)
    return f" (lines {', '.join(spans)})"
