"""Runs of the user's own, in which files are changed as he decided about what an agent did."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence

from architect.domain.errors import PortFault, StaleFileError, ToolFault
from architect.domain.escape_controls import in_one_line
from architect.domain.ids import CallId, HunkId, RunId, session_of
from architect.domain.journal.events import Event
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.domain.outcome import Status, StopReason
from architect.domain.text.counted import counted
from architect.domain.text.document import FileChange
from architect.domain.verdict import ConfirmMode
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.record.journaled_workspace import JournaledWorkspace
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.clock import Clock
from architect.ports.originals import Originals
from architect.ports.workspace import Workspace

_ATTEMPTS = 3
"""Somebody who types may change a file between reading and writing it."""


@frozen
class UndoConflict:
    """A file that was left alone; `lines` are first and last ones of what it holds, from 1."""

    path: str
    reason: str
    lines: tuple[tuple[int, int], ...] = ()


@frozen
class UndoReport:
    """The files as they were before the run, but for what others changed, and those that are not.

    `run_id` is that of the undo, by which it can be undone itself; None if it changed nothing.
    `kept` are hunks that stay because the user had kept them, in the files `kept_in`.
    """

    run_id: RunId | None
    reverted: tuple[str, ...]
    conflicts: tuple[UndoConflict, ...]
    kept: tuple[HunkId, ...] = ()
    kept_in: tuple[str, ...] = ()


@frozen
class UndoParts:
    """What an undo works with; the journal behind `recorder` is that of the session."""

    workspace: Workspace
    originals: Originals
    recorder: EventRecorder
    clock: Clock


Plan = Callable[[], Awaitable[FileChange | UndoConflict | None]]
"""Reads a file and works out what to make of it; None if it is as it should be."""


@frozen
class Undertaking:
    """A run of the user's own: its `task` for `agent`, and what it says of what it did.

    `undoes` and `restores` are as in `RunStarted`.
    """

    of_run: RunId
    agent: str
    task: str
    said: Callable[[Sequence[FileChange]], Event | None]
    undoes: RunId | None = None
    restores: str = ""


async def carry_out(
    undertaking: Undertaking,
    plans: Mapping[str, Plan],
    parts: UndoParts,
    *,
    conflicts: Sequence[UndoConflict] = (),
    changes_nothing: bool = False,
) -> UndoReport:
    """Make the changes of `plans`, by path, in a run that is only journaled if it does anything.

    `changes_nothing` says that there is something to record without any change.

    Raises:
        JournalFault: what happens can no longer be recorded.
    """
    outcomes = [(path, await plan()) for path, plan in plans.items()]
    found = [*conflicts, *(each for _, each in outcomes if isinstance(each, UndoConflict))]
    changes = [(path, each) for path, each in outcomes if isinstance(each, FileChange)]
    if not changes and not changes_nothing:
        return UndoReport(None, (), tuple(found))
    began = parts.clock.monotonic()
    parts.recorder.emit(_started(undertaking, parts.workspace))
    made: list[FileChange] = []
    reverted: list[str] = []
    for number, (path, change) in enumerate(changes, start=1):
        call_id = CallId(f"{undertaking.agent}-{number}")
        landed = await _landed(path, plans[path], change, call_id, parts)
        if isinstance(landed, UndoConflict):
            found.append(landed)
        else:
            reverted.append(path)
            made += filter(None, [landed])
    if (event := await asyncio.to_thread(undertaking.said, made)) is not None:
        parts.recorder.emit(event)
    report = UndoReport(parts.recorder.run_id, tuple(reverted), tuple(found))
    deleted = [change.path.relative for change in made if change.after is None]
    parts.recorder.emit(_finished(report, deleted, parts.clock.monotonic() - began))
    return report


async def _landed(
    path: str, plan: Plan, change: FileChange, call_id: CallId, parts: UndoParts
) -> FileChange | UndoConflict | None:
    """Make the change; if the file is no longer what it was, another one from its new text."""
    workspace = JournaledWorkspace(
        parts.workspace,
        call_id=call_id,
        emit=parts.recorder.emit,
        originals=parts.originals,
    )
    planned: FileChange | UndoConflict | None = change
    for _ in range(_ATTEMPTS):
        if not isinstance(planned, FileChange):
            return planned
        try:
            await workspace.apply(planned)
        except StaleFileError:
            planned = await plan()
        except (ToolFault, PortFault) as fault:
            return UndoConflict(path, str(fault))
        else:
            return planned
    return UndoConflict(path, english("it keeps changing; try again later"))


def _started(undertaking: Undertaking, workspace: Workspace) -> RunStarted:
    return RunStarted(
        session_id=session_of(undertaking.of_run),
        task=undertaking.task,
        agent=undertaking.agent,
        model="",
        workspace=str(workspace.root),
        mode=ConfirmMode.YOLO,
        dry_run=False,
        max_steps=0,
        system="",
        opening="",
        undoes=undertaking.undoes,
        restores=undertaking.restores,
    )


def _finished(report: UndoReport, deleted: Collection[str], duration_s: float) -> RunFinished:
    return RunFinished(
        status=Status.PARTIAL if report.conflicts else Status.SUCCESS,
        stop_reason=StopReason.LLM_DONE,
        output="\n".join(report_lines(report, deleted=deleted)),
        error=None,
        duration_s=round(duration_s, 3),
    )


_DELETED = english("deleted {path}")
_RESTORED = english("restored {path}")
_MOST_PATHS = 3
_NOTHING = english("nothing to undo")


def report_lines(
    report: UndoReport, *, deleted: Collection[str] = (), nothing: str = _NOTHING
) -> Iterator[str]:
    """What became of each file, for people; `deleted` are files that are gone by it.

    Where there is no file to name it says `nothing`.
    """
    for path in report.reverted:
        yield english(_DELETED if path in deleted else _RESTORED, path=in_one_line(path))
    for conflict in report.conflicts:
        yield conflict_line(conflict)
    if report.kept:
        changes, files = counted(len(report.kept), "change"), few_paths(report.kept_in)
        yield english(
            "left alone {changes} that you have kept in {files}", changes=changes, files=files
        )
    if not report.reverted and not report.conflicts and not report.kept:
        yield nothing


def few_paths(paths: Sequence[str]) -> str:
    """The files by name, or their number where there are many."""
    named = [*dict.fromkeys(paths)]
    many = len(named) > _MOST_PATHS
    return counted(len(named), "file") if many else ", ".join(map(in_one_line, named))


def left_alone(output: str) -> list[str]:
    """The lines of `report_lines` that tell what stays as it was."""
    return [line for line in output.split("\n") if line.startswith("left alone ")]


def conflict_line(conflict: UndoConflict) -> str:
    """Which file was left alone, and why."""
    path, reason = in_one_line(conflict.path), conflict.reason
    if not conflict.lines:
        return english("left alone {path}: {reason}", path=path, reason=reason)
    spans = (f"{first}" if first >= last else f"{first}-{last}" for first, last in conflict.lines)
    lines = ", ".join(spans)
    return english(
        "left alone {path} (lines {lines}): {reason}", path=path, lines=lines, reason=reason
    )
