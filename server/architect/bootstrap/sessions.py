"""The sessions of a workspace as they are kept, opened to be read or added to."""

import asyncio
import os
from collections.abc import AsyncGenerator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from architect.adapters.files.project_folder import project_folder
from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.records.file_originals import SESSIONS, FileOriginals
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.adapters.records.open_session import OpenSession, is_open_in
from architect.adapters.records.recent_runs import (
    journal_stamp,
    journal_written_last,
    recent_runs,
)
from architect.adapters.records.recent_runs import journals_since as written_since
from architect.adapters.records.session_files import SessionFiles
from architect.adapters.records.session_search import missing_words
from architect.adapters.records.session_titles import keep_title
from architect.adapters.records.unsent_messages import keep_unsent, unsent_messages
from architect.adapters.system_clock import SystemClock
from architect.domain.errors import JournalFault, UnknownSessionError
from architect.domain.ids import RunId, SessionId, session_of
from architect.domain.journal.events import Record
from architect.domain.unsent_message import UnsentMessage
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.record.tool_writes import ToolWrites
from architect.l10n import english
from architect.policy.secrets.redactor import Redactor
from architect.ports.originals import Originals
from architect.ports.session_store import SessionStore
from architect.ports.workspace import Workspace
from architect.ports.write_log import WriteLog
from architect.services.sessions import following_run_id, load_session
from architect.services.user_runs import UndoParts

_RECENT_SESSIONS = 20
_RECENT_S = 7 * 24 * 3_600.0
"""What is older than the last sessions of a week, nobody waits to decide about."""


def session_store(root: Path) -> SessionStore:
    """The sessions of the workspace at `root`."""
    return SessionFiles(root)


def session_originals(root: Path, session_id: SessionId) -> Originals:
    """The contents of files as they were before the runs of a session changed them."""
    return FileOriginals(root, session_id)


def words_not_said(root: Path, session_id: SessionId, words: Iterable[str]) -> set[str]:
    """Those of `words`, in lower case, that nobody said in the session; its journal is read."""
    return missing_words(root, session_id, words)


def keep_own_title(root: Path, session_id: SessionId, title: str) -> None:
    """Keep what the user calls a session; nothing any more if that is empty.

    Raises:
        PortFault: it cannot be written.
    """
    keep_title(root, session_id, title)


def messages_not_sent(root: Path, session_id: SessionId) -> tuple[UnsentMessage, ...]:
    """What waited in a session when its person left, the oldest first."""
    return unsent_messages(root, session_id)


def keep_messages(root: Path, session_id: SessionId, messages: Sequence[UnsentMessage]) -> None:
    """Keep what waits in a session when its person leaves; without any, forget what was kept.

    Raises:
        PortFault: it cannot be written.
    """
    keep_unsent(root, session_id, messages)


def open_session_of_chat() -> OpenSession:
    """Tells other processes which session a conversation has open."""
    return OpenSession(_open_sessions())


def is_open_elsewhere(session_id: SessionId) -> bool:
    """Whether a conversation in another terminal has it open; not to be asked of one's own."""
    return is_open_in(_open_sessions(), session_id)


def _open_sessions() -> Path:
    return user_state_folder(os.environ) / "open-sessions"


async def changing_runs(root: Path) -> Sequence[RunId]:
    """The runs of the newest sessions that changed files or proposed to, the newest first."""
    since = SystemClock().now().timestamp() - _RECENT_S
    return await asyncio.to_thread(recent_runs, root, most_sessions=_RECENT_SESSIONS, since=since)


def journals_since(root: Path, moment: datetime) -> Sequence[SessionId]:
    """The sessions whose journals were written at `moment` or later."""
    return written_since(root, moment.timestamp())


async def newest_journal(root: Path, without: Collection[SessionId]) -> tuple[str, int, int] | None:
    """Which journal was written last, its length, and when; those of `without` do not count."""
    return await asyncio.to_thread(journal_written_last, root, without)


async def stamp(root: Path, run_id: RunId) -> tuple[int, int] | None:
    """What tells one state of the journal of a run from another; None if it cannot be seen."""
    return await asyncio.to_thread(journal_stamp, root, session_of(run_id))


@asynccontextmanager
async def open_user_run(
    run_id: RunId, workspace: Workspace, secrets: Sequence[str], writes: WriteLog | None = None
) -> AsyncGenerator[tuple[Sequence[Record], UndoParts]]:
    """A run of the user's own in the session of `run_id`: the records so far, and its parts.

    `writes` is what runs of this process write in the workspace, if some may go on.

    Raises:
        UnknownSessionError: there is no such session.
        SessionBusyError: it is being worked on.
        JournalFault: it cannot be read, or what happens cannot be recorded.
    """
    store, clock = session_store(workspace.root), SystemClock()
    session_id = (await load_session(store, session_of(run_id))).session_id
    originals = FileOriginals(workspace.root, session_id)
    journal = JsonlJournal(sessions_folder(workspace.root), session_id, originals=originals)
    await asyncio.to_thread(journal.open)  # it waits a moment if somebody looks at the file
    has_begun = False
    try:
        # Only now, since nobody else adds to it any more.
        session = await store.load(session_id)
        if not session.records:  # it was deleted just now, and opening made an empty one
            journal.abandon()
            raise UnknownSessionError(
                english("the session {session_id!r} was deleted", session_id=session_id)
            )
        recorder = EventRecorder(
            following_run_id(session),
            journal=journal,
            sinks=(ToolWrites(session_id, originals, writes),),
            clock=clock,
            redactor=Redactor(secrets),
        )
        has_begun = True
        yield session.records, UndoParts(workspace, originals, recorder, clock)
    except JournalFault as fault:
        if has_begun:
            raise _half_recorded(fault) from fault
        raise
    finally:
        await journal.aclose()


def _half_recorded(fault: JournalFault) -> JournalFault:
    """A run of the user's own was not recorded to its end: what came before may count."""
    return JournalFault(
        english(
            "{reason}; what was done until then may count all the same: `architect hunks` lists "
            "what is left to decide",
            reason=fault,
        )
    )


def sessions_folder(root: Path) -> Path:
    """Where the journals of a workspace are; it is made if need be.

    Raises:
        JournalFault: it cannot be.
    """
    try:
        return project_folder(root, SESSIONS)
    except OSError as error:
        raise JournalFault(
            english(
                "cannot write a journal in {root!r}: {error}",
                root=str(root),
                error=error.strerror,
            )
        ) from error
