"""Going back to a checkpoint of a session."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePosixPath

from architect.app.checkpoint_stores import checkpoints_of, recorded, with_copies
from architect.app.files_back import FilesBack
from architect.app.others_changes import changed_in, left_alone, others_changes, span_between
from architect.app.reopened_findings import close_fixed, reopen_fixed
from architect.bootstrap.checkpoints import (
    open_checkpoints,
    recorded_states,
)
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.sessions import open_user_run, session_store
from architect.config.checkpoints import CheckpointSettings
from architect.config.nearest import did_you_mean
from architect.domain.checkpoints import Checkpoint
from architect.domain.errors import (
    PathRefusedError,
    UserError,
    VcsFault,
)
from architect.domain.ids import RunId, SessionId, names_run, session_of
from architect.domain.journal.events import Record
from architect.domain.journal.forked import origins, way_back
from architect.domain.journal.model_events import ModelRequested
from architect.domain.journal.session import is_dated_ahead
from architect.domain.journal.standing_work import runs_behind, standing_work
from architect.domain.paths import Access
from architect.domain.text.counted import counted
from architect.frozen import frozen
from architect.l10n import at, english
from architect.ports.checkpoints import Checkpoints
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection
from architect.services.sessions import load_session
from architect.services.user_runs import UndoConflict, UndoReport

_LEAST_OF_A_COMMIT = 4
"""As with git: https://git-scm.com/docs/git-rev-parse#_specifying_revisions."""


class NoCheckpointError(UserError):
    """A session or run has none."""


@frozen(kw_only=True)
class Wanted:
    """What to go back to: a commit, or the tree behind a step of a run, or of a session.

    `paths` are files or folders to bring back, all if there are none. `exactly` also gives up what
    was changed since the last checkpoint, and what other sessions changed.
    """

    session: str | None = None
    step: int | None = None
    commit: str | None = None
    paths: tuple[str, ...] = ()
    exactly: bool = False


@frozen(kw_only=True)
class RolledBack:
    """What became of it: `before` is the checkpoint of how it was, to go back there.

    `run_id` is that of the run of the user's own in which it happened, recorded or not.
    """

    run_id: RunId
    to: Checkpoint
    before: str
    report: UndoReport


async def history(
    workspace: Workspace, settings: CheckpointSettings, session: str | None
) -> Sequence[Checkpoint]:
    """The checkpoints of a session, or of all, oldest first.

    A run that is a copy of one of another session has the checkpoints of that.

    Raises:
        UserError: there are none.
    """
    try:
        store = await checkpoints_of(workspace, settings, session)
        known = await store.sessions()
        if session is not None:
            wanted = session_of(RunId(session))
            copies = origins(await recorded(workspace.root, wanted))
            if copies:
                return await with_copies(session, copies, workspace, settings)
            if wanted not in known:
                hint = did_you_mean(wanted, known) or english("; `architect history` lists them")
                raise UserError(
                    english(
                        "there are no checkpoints of a session {session!r}{hint}",
                        session=session,
                        hint=hint,
                    )
                )
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
    findings: FindingCollection | None = None,
) -> RolledBack:
    """Make the files what they were at a checkpoint, in a run of the user's own.

    What was typed since the last checkpoint of the session stays, unless both touch the same
    lines: then the file is left alone, as is one that another session changed meanwhile. Of a run
    that is a copy, the files go back by its original, once what came behind it in the copy has gone
    back. What the runs behind the checkpoint had fixed is open again in `findings`, those that a
    front end has open, or on disk, and closed again where the way leads forward again.

    Raises:
        UserError: there is no such checkpoint, or one of the paths lies outside.
        SessionBusyError: the session is being worked on.
        JournalFault: what happens cannot be recorded.
    """
    if wanted.session is None or wanted.commit is not None or not names_run(wanted.session):
        return await _rolled_back(wanted, workspace, settings, (), secrets, findings)
    run_id = RunId(wanted.session)
    *behind, target = way_back(await recorded(workspace.root, session_of(run_id)), run_id)
    first: RolledBack | None = None
    way = [session_of(each) for each in (*behind, target)]
    for each in behind:
        with suppress(NoCheckpointError):  # those runs changed nothing
            part = replace(wanted, session=each, step=0)
            now = await _rolled_back(part, workspace, settings, way, secrets, findings)
            first = now if first is None else await _joined(first, now, workspace, settings)
    part = replace(wanted, session=target)
    last = await _rolled_back(part, workspace, settings, way, secrets, findings)
    return last if first is None else await _joined(first, last, workspace, settings)


async def _joined(
    first: RolledBack, then: RolledBack, workspace: Workspace, settings: CheckpointSettings
) -> RolledBack:
    """Both as one; the way forward again is to before the first, from how it is now."""
    store = await checkpoints_of(workspace, settings, session_of(first.run_id))
    why, unsaved = english("rolled back to {where}", where=then.to.why), await workspace.unsaved()
    await store.take(first.run_id, 2, why, unsaved=unsaved)
    one, other = first.report, then.report
    reverted = tuple(dict.fromkeys((*one.reverted, *other.reverted)))
    report = UndoReport(other.run_id or one.run_id, reverted, (*one.conflicts, *other.conflicts))
    return RolledBack(run_id=first.run_id, to=then.to, before=first.before, report=report)


async def _rolled_back(
    wanted: Wanted,
    workspace: Workspace,
    settings: CheckpointSettings,
    way: Sequence[SessionId],
    secrets: Sequence[str],
    findings: FindingCollection | None,
) -> RolledBack:
    """One step of the `way` back through sessions."""
    try:
        store, target = await _target(wanted, workspace, settings)
        session_id = session_of(target.run_id)
        known = await store.of_session(session_id)
        last = known[-1]
        below = [_inside(workspace, path) for path in wanted.paths]
        async with open_user_run(target.run_id, workspace, secrets) as (records, parts):
            here = parts.recorder.run_id
            unsaved = await workspace.unsaved()
            place = target.why if _is_of_work(target) else target.commit[:10]
            why = english("before the rollback to {where}", where=place)
            before = (await store.take(here, 0, why, unsaved=unsaved)).commit
            differences = [
                each
                for each in await store.differences(before, target.commit)
                if not below or any(_is_below(each.path, folder) for folder in below)
            ]
            base = {each.path: each for each in await store.differences(last.commit, before)}
            stay: Sequence[UndoConflict] = ()
            if not wanted.exactly:
                span = span_between(target, last, records)
                copied = {session_of(origin) for origin in origins(records).values()}
                own = {session_id, *way}
                others = await others_changes(workspace.root, own, span, copied=copied)
                stay = left_alone(differences, others, changed_in(records, span))
            back = FilesBack(store, workspace, exactly=wanted.exactly)
            report = await back.carried_out(target, differences, base, parts, stay=stay)
            unsaved = await workspace.unsaved()
            why = english("rolled back to {where}", where=place)
            await store.take(here, 1, why, unsaved=unsaved)
    except VcsFault as fault:
        raise UserError(str(fault)) from fault
    taken = runs_behind(target, known, list(dict.fromkeys(each.run_id for each in records)))
    stood, stands = standing_work(records, known), standing_work(records, known, without=taken)
    await reopen_fixed(stood.union(taken) - stands, workspace, report.reverted, findings)
    if not below and not report.conflicts:
        await close_fixed(stands - stood, workspace, report.reverted, findings)
    return RolledBack(run_id=here, to=target, before=before, report=report)


async def _target(
    wanted: Wanted, workspace: Workspace, settings: CheckpointSettings
) -> tuple[Checkpoints, Checkpoint]:
    """The checkpoint that is meant, and where it is kept."""
    if wanted.commit is not None:
        return await _by_commit(wanted.commit, workspace, settings)
    store = await checkpoints_of(workspace, settings, wanted.session)
    session = wanted.session
    if session is None:
        now = system_clock().now()
        known = [each for each in await store.sessions() if not is_dated_ahead(each, now)]
        if not known:
            raise UserError(english("there are no checkpoints in this workspace yet"))
        session = known[-1]
    session_id = session_of(RunId(session))
    records = (await load_session(session_store(workspace.root), session_id)).records
    found_all = await store.of_session(session_id)
    if not found_all:
        raise NoCheckpointError(
            english("there are no checkpoints of the session {session_id!r}", session_id=session_id)
        )
    run_id = RunId(session) if names_run(session) else _last_of_work(found_all)
    steps = _steps_of(run_id, records)
    if wanted.step is not None and wanted.step > steps > 0:
        raise UserError(
            english(
                "there is no step {step}: {run_id} has {steps}",
                step=wanted.step,
                run_id=run_id,
                steps=counted(steps, "step"),
            )
        )
    return store, _behind(wanted.step or 0, run_id, found_all)


def _steps_of(run_id: RunId, records: Iterable[Record]) -> int:
    """How many steps the run has begun."""
    events = (each.event for each in records if each.run_id == run_id)
    return max((each.step for each in events if isinstance(each, ModelRequested)), default=0)


def _behind(step: int, run_id: RunId, found_all: Sequence[Checkpoint]) -> Checkpoint:
    """The checkpoint of a session that has the tree behind `step` of a run."""
    runs = [each.run_id for each in found_all]
    # A step that changed nothing has the tree of the step before.
    behind = [each for each in found_all if each.run_id == run_id and each.step <= step]
    if behind:
        return behind[-1]
    if run_id in runs and (first := runs.index(run_id)):
        return found_all[first - 1]
    raise NoCheckpointError(
        english("there is no checkpoint behind step {step} of {run_id}", step=step, run_id=run_id)
    )


async def _by_commit(
    commit: str, workspace: Workspace, settings: CheckpointSettings
) -> tuple[Checkpoints, Checkpoint]:
    stores = (open_checkpoints(workspace.root, settings), recorded_states(workspace.root))
    for store in filter(None, stores) if len(commit) >= _LEAST_OF_A_COMMIT else ():
        if (found := await store.find(commit)) is not None:
            return store, found
    raise UserError(
        english(
            "no checkpoint has the commit {commit!r}; `architect history` lists them", commit=commit
        )
    )


def _last_of_work(found: Sequence[Checkpoint]) -> RunId:
    """The last run that an agent worked in; going back makes checkpoints too."""
    return (list(filter(_is_of_work, found)) or found)[-1].run_id


def _is_of_work(checkpoint: Checkpoint) -> bool:
    return checkpoint.why.startswith(("step ", "before the first step"))


def _inside(workspace: Workspace, path: str) -> str:
    try:
        return workspace.locate(path, Access.READ).relative
    except PathRefusedError as refusal:
        raise UserError(at(repr(path), str(refusal))) from refusal


def _is_below(path: str, folder: str) -> bool:
    return folder in ("", ".", path) or PurePosixPath(path).is_relative_to(folder)
