"""The session that a run is recorded in: a new one, or one that goes on."""

import asyncio
import os
from contextlib import ExitStack
from pathlib import Path

from architect.adapters.files.project_folder import project_folder
from architect.adapters.records.file_originals import SESSIONS, FileOriginals
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.domain.errors import UnknownSessionError, UserError
from architect.domain.ids import RunId, SessionId, run_id_of, session_id_at, session_of
from architect.domain.journal.state import AgentState
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.clock import Clock
from architect.ports.journal import Journal
from architect.ports.originals import Originals


@frozen
class OpenSession:
    """Where a run is recorded, and the conversation it resumes."""

    run_id: RunId
    journal: Journal
    originals: Originals
    conversation: AgentState


def new_session_id(clock: Clock) -> SessionId:
    """An id that no other session has."""
    return session_id_at(clock.now(), chance=int.from_bytes(os.urandom(3)))


async def open_session(root: Path, run_id: RunId) -> OpenSession:
    """The session of a run that is to begin: a new one for its first run.

    Raises:
        UserError, SessionBusyError, JournalFault: as `new_session` and `continued_session` do.
    """
    session_id = session_of(run_id)
    if run_id == run_id_of(session_id):
        return new_session(root, session_id)
    return await continued_session(root, session_id, run_id=run_id)


def new_session(root: Path, session_id: SessionId) -> OpenSession:
    """A session of which nothing is on the disk yet.

    Raises:
        UserError: no journal can be kept in `root`.
    """
    originals = FileOriginals(root, session_id)
    journal = JsonlJournal(_folder(root), session_id, originals=originals)
    return OpenSession(run_id_of(session_id), journal, originals, AgentState())


def new_child_journal(root: Path, run_id: RunId, originals: Originals) -> Journal:
    """The journal of a run that another one opened, beside that of the session.

    Raises:
        UserError: it cannot be kept in `root`.
    """
    return JsonlJournal(_folder(root), run_id, originals=originals)


async def continued_session(root: Path, session_id: SessionId, *, run_id: RunId) -> OpenSession:
    """A session for its next run, which nobody else can add to from here on.

    Raises:
        UserError: there is no such session, or it has a run `run_id` already.
        SessionBusyError: somebody works on it.
        JournalFault: its journal cannot be read.
    """
    # Reading journals costs about 20 ms to import, which a new session need not wait for.
    from architect.adapters.records.session_files import SessionFiles
    from architect.domain.journal.lost_results import repaired
    from architect.domain.journal.past_conversation import past_conversation
    from architect.services.sessions import load_session

    store = SessionFiles(root)
    await load_session(store, session_id)
    originals = FileOriginals(root, session_id)
    journal = JsonlJournal(_folder(root), session_id, originals=originals)
    with ExitStack() as on_failure:
        on_failure.callback(journal.abandon)
        await asyncio.to_thread(journal.open)
        # Only now, since nobody else adds to it any more.
        session = await store.load(session_id)
        if not session.records:  # it was deleted just now, and opening made an empty one
            raise UnknownSessionError(
                english(
                    "the session {session_id!r} was deleted; start a new one", session_id=session_id
                )
            )
        if any(record.run_id == run_id for record in session.records):
            raise UserError(
                english(
                    "the session {session_id!r} has changed in the meantime; try again",
                    session_id=session_id,
                )
            )
        conversation = past_conversation(repaired(session.records))
        on_failure.pop_all()
    return OpenSession(run_id, journal, originals, conversation)


def _folder(root: Path) -> Path:
    try:
        return project_folder(root, SESSIONS)
    except OSError as error:
        raise UserError(
            english(
                "cannot write a journal in {root!r}: {error}; make the folder writable, or "
                "choose another with --workspace",
                root=str(root),
                error=error.strerror,
            )
        ) from error
