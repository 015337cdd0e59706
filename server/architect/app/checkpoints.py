"""Going back to a checkpoint of a session."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath

from architect.bootstrap.checkpoints import (
    open_checkpoints,
    recorded_states,
    remove_empty_folders,
    write_raw,
)
from architect.bootstrap.sessions import open_user_run, session_store
from architect.config.checkpoints import CheckpointSettings
from architect.config.nearest import did_you_mean
from architect.domain.checkpoints import Checkpoint, TreeDifference, TreeEntry
from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    NotTextError,
    PathRefusedError,
    PortFault,
    UserError,
    VcsFault,
)
from architect.domain.ids import RunId, names_run, session_of
from architect.domain.journal.file_traces import UNDO_AGENT
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, FileChange, Snapshot
from architect.domain.text.file_text import decode
from architect.domain.text.merge import merge
from architect.frozen import frozen
from architect.ports.checkpoints import Checkpoints
from architect.ports.workspace import Workspace
from architect.services.sessions import load_session
from architect.services.user_runs import (
    Undertaking,
    UndoConflict,
    UndoParts,
    UndoReport,
    carry_out,
)

_LEAST_OF_A_COMMIT = 4
"""As with git: https://git-scm.com/docs/git-rev-parse#_specifying_revisions."""

_CHANGED_SINCE = "it was changed since the last checkpoint, at the same lines"


@frozen(kw_only=True)
class Wanted:
    """What to go back to: a commit, or the tree behind a step of a run, or of a session.

    `paths` are files or folders to bring back, all if there are none. `exactly` also gives up what
    was changed since the last checkpoint.
    """

    session: str | None = None
    step: int | None = None
    commit: str | None = None
    paths: tuple[str, ...] = ()
    exactly: bool = False


@frozen(kw_only=True)
class RolledBack:
    """What became of it: `before` is the checkpoint of how it was, to go back there."""

    to: Checkpoint
    before: str
    report: UndoReport


async def checkpoints_of(
    workspace: Workspace, settings: CheckpointSettings, session: str | None
) -> Checkpoints:
    """The checkpoints of a session, or of all: those git keeps, or else what the journals know.

    Raises:
        VcsFault: git fails.
    """
    store = open_checkpoints(workspace.root, settings)
    if store is not None:
        known = await store.sessions()
        if known if session is None else session_of(RunId(session)) in known:
            return store
    return recorded_states(workspace.root)


async def history(
    workspace: Workspace, settings: CheckpointSettings, session: str | None
) -> Sequence[Checkpoint]:
    """The checkpoints of a session, or of all, oldest first.

    Raises:
        UserError: there are none.
    """
    try:
        store = await checkpoints_of(workspace, settings, session)
        known = await store.sessions()
        if session is not None:
            wanted = session_of(RunId(session))
            if wanted not in known:
                hint = did_you_mean(wanted, known) or "; `architect history` lists them"
                raise UserError(f"there are no checkpoints of a session {session!r}{hint}")
            found = await store.of_session(wanted)
            return [each for each in found if not names_run(session) or each.run_id == session]
        return [each for one in known for each in await store.of_session(one)]
    except VcsFault as fault:
        raise UserError(str(fault)) from fault


async def roll_back(
    wanted: Wanted,
    workspace: Workspace,
    settings: CheckpointSettings,
    *,
    secrets: Sequence[str] = (),
) -> RolledBack:
    """Make the files what they were at a checkpoint, in a run of the user's own.

    What was typed since the last checkpoint of the session stays, unless both touch the same
    lines: then the file is left alone.

    Raises:
        UserError: there is no such checkpoint, or one of the paths lies outside.
        SessionBusyError: the session is being worked on.
        JournalFault: what happens cannot be recorded.
    """
    try:
        store, target = await _target(wanted, workspace, settings)
        session_id = session_of(target.run_id)
        last = (await store.of_session(session_id))[-1].commit
        below = [_inside(workspace, path) for path in wanted.paths]
        async with open_user_run(target.run_id, workspace, secrets) as (_, parts):
            here = parts.recorder.run_id
            unsaved = await workspace.unsaved()
            why = f"before going back to {target.why}"
            before = (await store.take(here, 0, why, unsaved=unsaved)).commit
            differences = [
                each
                for each in await store.differences(before, target.commit)
                if not below or any(_is_below(each.path, folder) for folder in below)
            ]
            base = {each.path: each for each in await store.differences(last, before)}
            back = _Back(store, workspace, exactly=wanted.exactly)
            report = await back.carried_out(target, differences, base, parts)
            unsaved = await workspace.unsaved()
            await store.take(here, 1, f"gone back to {target.why}", unsaved=unsaved)
    except VcsFault as fault:
        raise UserError(str(fault)) from fault
    return RolledBack(to=target, before=before, report=report)


async def _target(
    wanted: Wanted, workspace: Workspace, settings: CheckpointSettings
) -> tuple[Checkpoints, Checkpoint]:
    """The checkpoint that is meant, and where it is kept."""
    if wanted.commit is not None:
        return await _by_commit(wanted.commit, workspace, settings)
    store = await checkpoints_of(workspace, settings, wanted.session)
    session = wanted.session
    if session is None:
        known = await store.sessions()
        if not known:
            raise UserError("there are no checkpoints in this workspace yet")
        session = known[-1]
    session_id = session_of(RunId(session))
    await load_session(session_store(workspace.root), session_id)
    found_all = await store.of_session(session_id)
    if not found_all:
        raise UserError(f"there are no checkpoints of the session {session_id!r}")
    run_id = RunId(session) if names_run(session) else _last_of_work(found_all)
    return store, _behind(wanted.step or 0, run_id, found_all)


def _behind(step: int, run_id: RunId, found_all: Sequence[Checkpoint]) -> Checkpoint:
    """The checkpoint of a session that has the tree behind `step` of a run."""
    runs = [each.run_id for each in found_all]
    # A step that changed nothing has the tree of the step before.
    behind = [each for each in found_all if each.run_id == run_id and each.step <= step]
    if behind:
        return behind[-1]
    if run_id in runs and (first := runs.index(run_id)):
        return found_all[first - 1]
    raise UserError(f"there is no checkpoint behind step {step} of {run_id}")


async def _by_commit(
    commit: str, workspace: Workspace, settings: CheckpointSettings
) -> tuple[Checkpoints, Checkpoint]:
    stores = (open_checkpoints(workspace.root, settings), recorded_states(workspace.root))
    for store in filter(None, stores) if len(commit) >= _LEAST_OF_A_COMMIT else ():
        if (found := await store.find(commit)) is not None:
            return store, found
    raise UserError(f"no checkpoint has the commit {commit!r}; `architect history` lists them")


def _last_of_work(found: Sequence[Checkpoint]) -> RunId:
    """The last run that an agent worked in; going back makes checkpoints too."""
    of_work = [each for each in found if each.why.startswith(("step ", "before the first step"))]
    return (of_work or found)[-1].run_id


def _inside(workspace: Workspace, path: str) -> str:
    try:
        return workspace.locate(path, Access.READ).relative
    except PathRefusedError as refusal:
        raise UserError(f"{path!r}: {refusal}") from refusal


def _is_below(path: str, folder: str) -> bool:
    return folder in ("", ".", path) or PurePosixPath(path).is_relative_to(folder)


def _swapped(differences: Sequence[TreeDifference]) -> set[str]:
    """The paths where a file takes the place of a folder, or a folder that of a file."""
    paths = {each.path for each in differences}
    found: set[str] = set()
    for path in paths:
        above = {str(folder) for folder in PurePosixPath(path).parents} & paths
        if above:
            found |= {path, *above}
    return found


class _Back:
    """The changes that lead back, file by file."""

    def __init__(self, store: Checkpoints, workspace: Workspace, *, exactly: bool) -> None:
        self._store = store
        self._workspace = workspace
        self._exactly = exactly
        self._contents: Mapping[str, bytes] = {}

    async def carried_out(
        self,
        target: Checkpoint,
        differences: Sequence[TreeDifference],
        since: Mapping[str, TreeDifference],
        parts: UndoParts,
    ) -> UndoReport:
        """Make the changes; `since` is what was changed since the last checkpoint, by path."""
        used = [*differences, *since.values()]
        entries = [entry for each in used for entry in (each.old, each.new) if entry is not None]
        self._contents = await self._store.contents({entry.blob for entry in entries})
        swapped = _swapped(differences)
        raw = [each for each in differences if each.path in swapped or self._is_raw(each)]
        texts = [each for each in differences if each not in raw]
        conflicts: list[UndoConflict] = []
        written: list[str] = []
        # What takes the place of a folder, or the other way round, comes behind what goes.
        for each in sorted(raw, key=lambda one: one.new is not None):
            problem = await asyncio.to_thread(self._write_raw, each, since.get(each.path))
            if problem:
                conflicts.append(UndoConflict(each.path, problem))
            else:
                written.append(each.path)
        plans = {
            each.path: partial(self._planned, each, since.get(each.path))
            for each in sorted(texts, key=lambda one: one.new is not None)
        }
        task = f"Go back to {target.why} of {target.run_id} ({target.commit[:10]})"
        undertaking = Undertaking(target.run_id, UNDO_AGENT, task, lambda _: None)
        report = await carry_out(undertaking, plans, parts, conflicts=conflicts)
        gone = [each.path for each in texts if each.new is None and each.path in report.reverted]
        await asyncio.to_thread(remove_empty_folders, self._workspace.root, gone)
        return UndoReport(report.run_id, (*written, *report.reverted), report.conflicts)

    def _is_raw(self, difference: TreeDifference) -> bool:
        """Whether it is no text before or after, so that only its bytes can be brought back."""
        sides = [side for side in (difference.old, difference.new) if side is not None]
        return any(side.is_link or self._text(side) is None for side in sides)

    def _text(self, entry: TreeEntry) -> Document | None:
        try:
            return decode(self._contents[entry.blob])
        except (NotTextError, KeyError):
            return None

    def _write_raw(self, difference: TreeDifference, since: TreeDifference | None) -> str:
        if since is not None and not self._exactly:
            return "it was changed since the last checkpoint, and is no text"
        entry = difference.new
        content = None if entry is None else self._contents.get(entry.blob)
        if entry is not None and content is None:
            return "its content is no longer there"
        try:
            write_raw(self._workspace.root, difference.path, entry, content)
        except OSError as error:
            return error.strerror or "it cannot be written"
        return ""

    async def _planned(
        self, difference: TreeDifference, since: TreeDifference | None
    ) -> FileChange | UndoConflict | None:
        path = difference.path
        try:
            place = self._workspace.locate(path, Access.WRITE)
            now = await self._now(place)
        except (PathRefusedError, PortFault, NotAFileError, NotTextError) as fault:
            return UndoConflict(path, str(fault))
        wanted = None if difference.new is None else self._text(difference.new)
        executable = difference.new.is_executable if difference.new is not None else None
        if not self._exactly:
            merged = self._with_typed(difference, since, now, wanted)
            if isinstance(merged, UndoConflict):
                return merged
            wanted = merged
        present = None if now is None else now.document
        if present == wanted and (now is None or executable in (None, now.executable)):
            return None
        change = change_of(place, now, wanted)
        if wanted is None:
            return change
        is_executable = now.executable if now is not None else False
        return FileChange(
            change.path,
            change.before,
            change.after,
            change.diff,
            change.lines_added,
            change.lines_removed,
            executable if executable != is_executable else None,
        )

    def _with_typed(
        self,
        difference: TreeDifference,
        since: TreeDifference | None,
        now: Snapshot | None,
        wanted: Document | None,
    ) -> Document | UndoConflict | None:
        """What the file shall be with what was typed since the last checkpoint."""
        known = since.old if since is not None else difference.old
        base = None if known is None else self._text(known)
        present = None if now is None else now.document
        if present == base:
            return wanted
        if base is None or present is None or wanted is None:
            return UndoConflict(difference.path, "it was changed since the last checkpoint")
        found = merge(base.text, present.text, wanted.text)
        if found.conflicts:
            lines = tuple((each.start_line, each.end_line) for each in found.conflicts)
            return UndoConflict(difference.path, _CHANGED_SINCE, lines)
        return Document(found.text, wanted.encoding, wanted.bom, wanted.undecodable_bytes)

    async def _now(self, place: WorkspacePath) -> Snapshot | None:
        try:
            return await self._workspace.read(place)
        except FileMissingError:
            return None
