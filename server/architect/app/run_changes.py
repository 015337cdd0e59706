"""What one run changed: shown as a patch or by hunks, undone, kept.

A workspace is all that is needed, so a command line can do it as well as an editor. `secrets` are
never recorded. `writes` is what runs write in the workspace, if some may go on beside. `findings`
are those that a front end has open, in which what an undone run had fixed is open again, until
that undo is undone; without them that is done on disk.
"""

from collections.abc import Sequence

from architect.app.checkpoint_stores import gone_back_to
from architect.app.errors import NotARunError
from architect.app.reopened_findings import close_fixed, reopen_fixed
from architect.bootstrap.run.guardrails import guardrails
from architect.bootstrap.sessions import open_user_run, session_originals, session_store
from architect.config.guardrails import GuardrailSettings
from architect.domain.ids import RunId, SessionId, session_of
from architect.domain.journal.standing_work import standing_work
from architect.ports.workspace import Workspace
from architect.ports.write_log import WriteLog
from architect.services.findings import FindingCollection
from architect.services.hunk_review import HunkChoice, HunkReport, keep_hunks, revert_hunks
from architect.services.proposal_guard import proposal_guard
from architect.services.run_diff import RunDiff, run_diff
from architect.services.run_hunks import RunHunks, run_hunks
from architect.services.sessions import find_runs, load_session
from architect.services.undo import undo_run
from architect.services.undo_but_kept import undo_but_kept
from architect.services.user_runs import UndoReport


async def diff_of_run(run_id: RunId, workspace: Workspace) -> RunDiff:
    """What a run changed, by file and as one patch; the run may still be going on.

    Raises:
        UnknownSessionError: there is no such run.
        JournalFault: its journal is corrupt.
    """
    session = await load_session(session_store(workspace.root), session_of(run_id))
    originals = session_originals(workspace.root, session.session_id)
    return await run_diff(run_id, session.records, workspace=workspace, originals=originals)


async def diffs_of_session(session_id: SessionId, workspace: Workspace) -> Sequence[RunDiff]:
    """What each run of a session changed, the oldest first, without those that took others back.

    Raises:
        UnknownSessionError: there is no such session.
        JournalFault: its journal is corrupt.
    """
    session, runs = await find_runs(session_store(workspace.root), session_id)
    originals = session_originals(workspace.root, session_id)
    return [
        await run_diff(run_id, session.records, workspace=workspace, originals=originals)
        for run_id in reversed(runs)
    ]


async def hunks_of_run(run_id: RunId, workspace: Workspace) -> RunHunks:
    """The hunks of a run, which may still be going on.

    Raises:
        UnknownSessionError: there is no such run.
        NotARunError: it is a session.
        JournalFault: its journal is corrupt.
    """
    session, runs = await find_runs(session_store(workspace.root), run_id)
    if run_id not in runs:
        raise NotARunError(run_id, runs)
    originals = session_originals(workspace.root, session.session_id)
    return await run_hunks(run_id, session.records, workspace=workspace, originals=originals)


async def undo_whole_run(
    run_id: RunId,
    workspace: Workspace,
    *,
    paths: Sequence[str] | None = None,
    note: str = "",
    kept_too: bool = False,
    secrets: Sequence[str] = (),
    writes: WriteLog | None = None,
    findings: FindingCollection | None = None,
) -> UndoReport:
    """Undo what a run changed, in all files or at `paths`; see `services.undo`.

    What the user has kept of it stays, unless `kept_too` says otherwise.

    Raises:
        UserError: there is no such run, or it did not change one of `paths`.
        SessionBusyError: its session is being worked on.
        JournalFault: what happens cannot be recorded.
    """
    async with open_user_run(run_id, workspace, secrets, writes) as (records, parts):
        undoing = undo_run if kept_too else undo_but_kept
        report = await undoing(run_id, records, parts, paths=paths, note=note)
    known = await gone_back_to(records, workspace)
    stood, stands = standing_work(records, known), standing_work(records, known, without=(run_id,))
    await reopen_fixed(stood - stands, workspace, report.reverted, findings)
    if paths is None and not report.conflicts and not report.kept:
        await close_fixed(stands - stood, workspace, report.reverted, findings)
    return report


async def undo_hunks_of_run(
    run_id: RunId,
    workspace: Workspace,
    choice: HunkChoice,
    *,
    note: str = "",
    changed_too: bool = False,
    secrets: Sequence[str] = (),
    writes: WriteLog | None = None,
    findings: FindingCollection | None = None,
) -> HunkReport:
    """Undo hunks of a run, or discard those it proposed; see `services.hunk_review`.

    Raises:
        UserError, SessionBusyError, JournalFault: as `undo_whole_run` does.
    """
    async with open_user_run(run_id, workspace, secrets, writes) as (records, parts):
        found = await run_hunks(run_id, records, workspace=workspace, originals=parts.originals)
        report = await revert_hunks(found, choice, parts, note=note, changed_too=changed_too)
    known = await gone_back_to(records, workspace)
    stands = standing_work(records, known, without=(run_id,))
    await reopen_fixed(standing_work(records, known) - stands, workspace, report.changed, findings)
    return report


async def keep_hunks_of_run(
    run_id: RunId,
    workspace: Workspace,
    choice: HunkChoice,
    *,
    rules: GuardrailSettings,
    secrets: Sequence[str] = (),
    writes: WriteLog | None = None,
) -> HunkReport:
    """Keep hunks of a run; those it proposed are made, as far as `rules` let.

    Raises:
        UserError, SessionBusyError, JournalFault: as `undo_whole_run` does.
    """
    async with open_user_run(run_id, workspace, secrets, writes) as (records, parts):
        found = await run_hunks(run_id, records, workspace=workspace, originals=parts.originals)
        engine = guardrails(rules, workspace.root)
        guard = proposal_guard(run_id, records, workspace, engine)
        return await keep_hunks(found, choice, parts, guard=guard)
