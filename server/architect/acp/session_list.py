"""The sessions on record, as a client lists them.

https://agentclientprotocol.com/protocol/session-list
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from architect.acp.faults import invalid
from architect.app.sessions.listing import ListedSession, in_order, listed_sessions
from architect.app.workflows.of_session import AskedWorkflow, asked_in_sessions
from architect.domain.errors import UserError
from architect.domain.ids import SessionId
from architect.domain.journal.session import SessionSummary
from architect.l10n import english
from architect.services.task_names import shown_title

_MOST_LISTED = 100


async def listed_page(
    roots: Iterable[Path], cursor: object, environ: Mapping[str, str]
) -> dict[str, Any]:
    """The page of the sessions in `roots` that begins at `cursor`, and the next one's.

    Raises:
        AcpFault: the cursor is none of ours.
    """
    begin = _beginning(cursor)
    end = begin + _MOST_LISTED
    places = list(dict.fromkeys(roots))
    found = await listed_sessions(places)
    known = {each.summary.session_id for each in found}
    alone = await asyncio.to_thread(lambda: [*_of_workflows_alone(places, known, environ)])
    page = in_order((*alone, *found))[begin : end + 1]
    more = {"nextCursor": str(end)} if len(page) > _MOST_LISTED else {}
    return {"sessions": [_listed(each) for each in page[:_MOST_LISTED]], **more}


def _of_workflows_alone(
    roots: Iterable[Path], known: Collection[SessionId], environ: Mapping[str, str]
) -> Iterator[ListedSession]:
    """The sessions in which nothing was begun but workflows, after the first of them."""
    for root in roots:
        with suppress(UserError):  # what is not known of workflows hides no other session
            found = {
                each.session_id: each for each in reversed([*asked_in_sessions(root, environ)])
            }
            for session_id, each in found.items():
                if session_id not in known:
                    yield ListedSession(root, _begun_by(each))


def _begun_by(workflow: AskedWorkflow) -> SessionSummary:
    """The session in which nothing else is on record."""
    return SessionSummary(
        workflow.session_id,
        "completed",
        workflow.asked,
        started_at=workflow.at,
        updated_at=workflow.at,
    )


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
