"""The session that a run is recorded in: a new one, or one that goes on."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from architect.adapters.files.project_folder import project_folder
from architect.adapters.records.file_originals import SESSIONS, FileOriginals
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.domain.errors import UserError
from architect.domain.ids import RunId, SessionId
from architect.domain.lost_results import mended
from architect.domain.past_conversation import past_conversation
from architect.domain.state import AgentState
from architect.ports.clock import Clock
from architect.services.sessions import load_session, run_id_of


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Where a run is recorded, and the conversation it goes on with."""

    run_id: RunId
    journal: JsonlJournal
    originals: FileOriginals
    conversation: AgentState

    @asynccontextmanager
    async def closed_unless_it_works(self) -> AsyncGenerator[None]:
        """Let go of the journal if the block fails; else the run does so at its end."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.journal.aclose)
            yield
            stack.pop_all()


def new_session_id(clock: Clock) -> SessionId:
    """An id that sorts by time, to the millisecond: `YYYYMMDD-HHMMSS-hex6`, in UTC.

    The six digits are the millisecond and, within it, chance: sessions of one second are no more
    likely to meet than if all of the digits were chance.
    """
    now = clock.now()
    chances = 16**6 // 1000
    tail = now.microsecond // 1000 * chances + int.from_bytes(os.urandom(3)) % chances
    return SessionId(f"{now:%Y%m%d-%H%M%S}-{tail:06x}")


def new_session(root: Path, session_id: SessionId) -> OpenSession:
    """A session of which nothing is on the disk yet.

    Raises:
        UserError: no journal can be kept in `root`.
    """
    originals = FileOriginals(root, session_id)
    journal = JsonlJournal(_folder(root), session_id, originals=originals)
    return OpenSession(run_id_of(session_id, 1), journal, originals, AgentState())


async def continued_session(root: Path, session_id: SessionId, *, run_id: RunId) -> OpenSession:
    """A session for its next run, which nobody else can add to from here on.

    Raises:
        UserError: there is no such session, or it has a run `run_id` already.
        SessionBusyError: somebody works on it.
        JournalFault: its journal cannot be read.
    """
    # Reading journals costs about 10 ms to import, which a new session need not wait for.
    from architect.adapters.records.session_files import SessionFiles

    store = SessionFiles(root)
    await load_session(store, session_id)
    opened = new_session(root, session_id)
    async with opened.closed_unless_it_works():
        await asyncio.to_thread(opened.journal.open)
        # Only now, since nobody else adds to it any more.
        session = await store.load(session_id)
        if any(record.run_id == run_id for record in session.records):
            raise UserError(f"the session {session_id!r} has changed meanwhile; ask again")
        conversation = past_conversation(mended(session.records))
    return OpenSession(run_id, opened.journal, opened.originals, conversation)


def _folder(root: Path) -> Path:
    try:
        return project_folder(root, SESSIONS)
    except OSError as error:
        raise UserError(
            f"cannot keep a journal in {str(root)!r}: {error.strerror}; "
            "make the folder writable, or choose another with --workspace"
        ) from error
