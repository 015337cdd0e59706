"""The sessions on record, as a client lists them.

https://agentclientprotocol.com/protocol/session-list
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from architect.acp.faults import invalid
from architect.app.sessions.listing import ListedSession, listed_sessions
from architect.l10n import english
from architect.services.task_names import shown_title

_MOST_LISTED = 100


async def listed_page(roots: Iterable[Path], cursor: object) -> dict[str, Any]:
    """The page of the sessions in `roots` that begins at `cursor`, and the next one's.

    Raises:
        AcpFault: the cursor is none of ours.
    """
    begin = _beginning(cursor)
    end = begin + _MOST_LISTED
    found = await listed_sessions(dict.fromkeys(roots), limit=end + 1)
    more = {"nextCursor": str(end)} if len(found) > end else {}
    return {"sessions": [_listed(each) for each in found[begin:end]], **more}


def _beginning(cursor: object) -> int:
    """Where the page begins that a cursor of ours stands for.

    Raises:
        AcpFault: it is none of ours.
    """
    if cursor is None:
        return 0
    if (
        not isinstance(cursor, str)
        or len(cursor) > 9
        or not (cursor.isascii() and cursor.isdigit())
    ):
        raise invalid(english("cursor has to be one that session/list has given"))
    return int(cursor)


def _listed(session: ListedSession) -> dict[str, Any]:
    moment = session.summary.updated_at
    return {
        "sessionId": session.summary.session_id,
        "cwd": str(session.root),
        "title": shown_title(session.title),
        "updatedAt": moment.isoformat() if moment else None,
    }
