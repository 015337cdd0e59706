"""Deleting one session for good."""

import asyncio
import os
from pathlib import Path

from architect.app.cleanup import open_proposals
from architect.app.errors import BusyError, UnreadableRecordError
from architect.app.workflows.of_session import leave_workflows
from architect.bootstrap.cleanup import forget_checkpoints, kept_session, remove_session
from architect.domain.errors import ArchitectError, UnknownSessionError
from architect.domain.ids import SessionId
from architect.l10n import english


async def delete_session(root: Path, session_id: SessionId) -> None:
    """Remove all that is kept of a session, as cleaning up does: whoever asks for it means it.

    What it changed stays in the files, and can be undone no more; what it proposed is gone. Its
    findings stay, since they are about the code, and the records of workflows that were asked for
    in it.

    Raises:
        UnknownSessionError: there is none of that id.
        BusyError: a run of it goes on, here or elsewhere.
        UnreadableRecordError: something of it cannot be removed.
    """
    busy = BusyError(
        english(
            "a run of the session {session_id!r} is under way; stop it, then delete it",
            session_id=session_id,
        )
    )
    try:
        session = await asyncio.to_thread(kept_session, root, session_id)
        if session is None:
            raise UnknownSessionError(
                english("there is no session {session_id!r}", session_id=session_id)
            )
        if session.is_live or not await asyncio.to_thread(remove_session, root, session):
            raise busy
        await forget_checkpoints(root, session_id)
        await asyncio.to_thread(leave_workflows, root, session_id, os.environ)
    except (BusyError, UnknownSessionError):
        raise
    except ArchitectError as fault:
        raise UnreadableRecordError(str(fault)) from fault


async def lost_with(root: Path, session_id: SessionId) -> str:
    """What of a session waits for a decision and would be lost with it; empty if nothing does."""
    return await open_proposals(root, session_id)
