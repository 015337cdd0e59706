"""The sessions of a workspace: found again, shown and undone."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from architect.adapters.files.project_folder import project_folder
from architect.adapters.records.file_originals import SESSIONS, FileOriginals
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.adapters.records.recent_runs import journal_stamp, recent_runs
from architect.adapters.records.session_files import SessionFiles
from architect.adapters.system_clock import SystemClock
from architect.bootstrap.run.guardrails import guardrails
from architect.config.guardrails import GuardrailSettings
from architect.domain.errors import JournalFault, UnknownSessionError
from architect.domain.ids import RunId, session_of
from architect.domain.journal.events import Record
from architect.execution.record.event_recorder import EventRecorder
from architect.policy.secrets.redactor import Redactor
from architect.ports.session_store import SessionStore
from architect.ports.workspace import Workspace
from architect.services.hunk_review import HunkChoice, HunkReport, keep_hunks, revert_hunks
from architect.services.proposal_guard import proposal_guard
from architect.services.run_diff import run_diff
from architect.services.run_hunks import RunHunks, run_hunks
from architect.services.sessions import find_runs, following_run_id, load_session
from architect.services.undo import undo_run
from architect.services.undo_but_kept import undo_but_kept
from architect.services.user_runs import UndoParts, UndoReport

_RECENT_SESSIONS = 20
_RECENT_S = 7 * 24 * 3_600.0
"""What is older than the last sessions of a week, nobody waits to decide about."""


def session_store(root: Path) -> SessionStore:
    """The sessions of the workspace at `root`."""
    return SessionFiles(root)


async def undo(
    run_id: RunId,
    workspace: Workspace,
    *,
    paths: Sequence[str] | None = None,
    note: str = "",
    kept_too: bool = False,
    secrets: Sequence[str] = (),
) -> UndoReport:
    """Undo what a run changed; see `services.undo`. `secrets` are never recorded.

    What the user has kept of it stays, unless `kept_too` says otherwise.

    Raises:
        UserError: there is no such run, or it did not change one of `paths`.
        SessionBusyError: its session is being worked on.
        JournalFault: what happens cannot be recorded.
    """
    async with _by_user(run_id, workspace, secrets) as (records, parts):
        undoing = undo_run if kept_too else undo_but_kept
        return await undoing(run_id, records, parts, paths=paths, note=note)


async def hunks(run_id: RunId, workspace: Workspace) -> RunHunks:
    """The hunks of a run, which may still be going on.

    Raises:
        UnknownSessionError: there is no such run.
        JournalFault: its journal is corrupt.
    """
    session, runs = await find_runs(session_store(workspace.root), run_id)
    if run_id not in runs:
        named = ", ".join(runs) or "none that an agent worked in"
        raise UnknownSessionError(
            f"{run_id!r} is a session, not a run; name one of its runs: {named}"
        )
    originals = FileOriginals(workspace.root, session.session_id)
    return await run_hunks(run_id, session.records, workspace=workspace, originals=originals)


async def changing_runs(root: Path) -> Sequence[RunId]:
    """The runs of the newest sessions that changed files or proposed to, the newest first."""
    since = SystemClock().now().timestamp() - _RECENT_S
    return await asyncio.to_thread(recent_runs, root, most_sessions=_RECENT_SESSIONS, since=since)


async def stamp(root: Path, run_id: RunId) -> tuple[int, int] | None:
    """What tells one state of the journal of a run from another; None if it cannot be seen."""
    return await asyncio.to_thread(journal_stamp, root, session_of(run_id))


async def undo_hunks(
    run_id: RunId,
    workspace: Workspace,
    choice: HunkChoice,
    *,
    note: str = "",
    secrets: Sequence[str] = (),
) -> HunkReport:
    """Undo hunks of a run; see `services.hunk_review`.

    Raises:
        UserError, SessionBusyError, JournalFault: as `undo` does.
    """
    async with _by_user(run_id, workspace, secrets) as (records, parts):
        found = await run_hunks(run_id, records, workspace=workspace, originals=parts.originals)
        return await revert_hunks(found, choice, parts, note=note)


async def keep(
    run_id: RunId,
    workspace: Workspace,
    choice: HunkChoice,
    *,
    rules: GuardrailSettings,
    secrets: Sequence[str] = (),
) -> HunkReport:
    """Keep hunks of a run; see `services.hunk_review`. Proposals are made as far as `rules` let.

    Raises:
        UserError, SessionBusyError, JournalFault: as `undo` does.
    """
    async with _by_user(run_id, workspace, secrets) as (records, parts):
        found = await run_hunks(run_id, records, workspace=workspace, originals=parts.originals)
        engine = guardrails(rules, workspace.root)
        guard = proposal_guard(run_id, records, workspace, engine)
        return await keep_hunks(found, choice, parts, guard=guard)


@asynccontextmanager
async def _by_user(
    run_id: RunId, workspace: Workspace, secrets: Sequence[str]
) -> AsyncGenerator[tuple[Sequence[Record], UndoParts]]:
    """The records of the session of a run, and what another run in it works with."""
    store, clock = session_store(workspace.root), SystemClock()
    session_id = (await load_session(store, session_of(run_id))).session_id
    originals = FileOriginals(workspace.root, session_id)
    journal = JsonlJournal(_folder(workspace.root), session_id, originals=originals)
    await asyncio.to_thread(journal.open)  # it waits a moment if somebody looks at the file
    try:
        # Only now, since nobody else adds to it any more.
        session = await store.load(session_id)
        recorder = EventRecorder(
            following_run_id(session),
            journal=journal,
            sinks=(),
            clock=clock,
            redactor=Redactor(secrets),
        )
        yield session.records, UndoParts(workspace, originals, recorder, clock)
    finally:
        await journal.aclose()


async def diff(run_id: RunId, workspace: Workspace) -> str:
    """What a run changed, as one patch; the run may still be going on.

    Raises:
        UnknownSessionError: there is no such run.
        JournalFault: its journal is corrupt.
    """
    session = await load_session(session_store(workspace.root), session_of(run_id))
    originals = FileOriginals(workspace.root, session.session_id)
    return await run_diff(run_id, session.records, workspace=workspace, originals=originals)


def _folder(root: Path) -> Path:
    try:
        return project_folder(root, SESSIONS)
    except OSError as error:
        raise JournalFault(f"cannot write a journal in {str(root)!r}: {error.strerror}") from error
