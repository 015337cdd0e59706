"""The sessions of a workspace: found again, shown and taken back."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from architect.adapters.files.project_folder import project_folder
from architect.adapters.records.file_originals import SESSIONS, FileOriginals
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.adapters.records.session_files import SessionFiles
from architect.adapters.system_clock import SystemClock
from architect.domain.errors import JournalFault
from architect.domain.file_traces import session_of
from architect.domain.ids import RunId
from architect.execution.event_recorder import EventRecorder
from architect.policy.secrets.redactor import Redactor
from architect.ports.event_sink import EventSink
from architect.ports.session_store import SessionStore
from architect.ports.workspace import Workspace
from architect.services.run_diff import run_diff
from architect.services.sessions import load_session, next_run_id
from architect.services.undo import UndoParts, UndoReport, undo_run


def session_store(root: Path) -> SessionStore:
    """The sessions of the workspace at `root`."""
    return SessionFiles(root)


async def undo(
    run_id: RunId,
    workspace: Workspace,
    *,
    paths: Sequence[str] | None = None,
    sinks: Sequence[EventSink] = (),
    secrets: Sequence[str] = (),
) -> UndoReport:
    """Take back what a run changed; see `services.undo`.

    Raises:
        UserError: there is no such run, or it did not change one of `paths`.
        SessionBusyError: its session is being worked on.
        JournalFault: what happens cannot be recorded.
    """
    store, clock = session_store(workspace.root), SystemClock()
    session_id = (await load_session(store, session_of(run_id))).session_id
    originals = FileOriginals(workspace.root, session_id)
    journal = JsonlJournal(_folder(workspace.root), session_id, originals=originals)
    await asyncio.to_thread(journal.open)  # it waits a moment if somebody looks at the file
    try:
        # Only now, since nobody else adds to it any more.
        session = await store.load(session_id)
        recorder = EventRecorder(
            next_run_id(session),
            journal=journal,
            sinks=sinks,
            clock=clock,
            redactor=Redactor(secrets),
        )
        parts = UndoParts(workspace, originals, recorder, clock)
        return await undo_run(run_id, session.records, parts, paths=paths)
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
        raise JournalFault(f"cannot keep a journal in {str(root)!r}: {error.strerror}") from error
