"""What the user calls a session."""

import asyncio
from pathlib import Path

from architect.app.errors import UnreadableRecordError
from architect.app.run_title import title_of
from architect.bootstrap.sessions import keep_own_title, session_store
from architect.domain.errors import PortFault, UnknownSessionError, UserError
from architect.domain.ids import SessionId
from architect.domain.journal.session import one_line_title


async def rename_session(root: Path, session_id: SessionId, title: str) -> str:
    """Call a session `title` from now on, or by what it began with if that is empty; its title.

    It is kept beside the journal, so that a session can be renamed while a run of it goes on, and
    one whose journal is damaged, too.

    Raises:
        UserError: the title cannot be written.
    """
    try:
        await asyncio.to_thread(keep_own_title, root, session_id, one_line_title(title))
    except PortFault as fault:
        raise UserError(str(fault)) from fault
    return await title_of_session(root, session_id)


async def title_of_session(root: Path, session_id: SessionId) -> str:
    """What lists call a session; its id if they know nothing else.

    Raises:
        UnknownSessionError: there is none of that id.
        UnreadableRecordError: the sessions cannot be read.
    """
    try:
        summary = await session_store(root).summary(session_id)
    except UnknownSessionError:
        raise
    except PortFault as fault:
        raise UnreadableRecordError(str(fault)) from fault
    if summary is None:
        return session_id
    return summary.title or title_of(summary.task) or session_id
