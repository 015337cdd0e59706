"""`architect.sessions`: what was done in the open folders, the newest first."""

from typing import NotRequired, TypedDict

from architect.app.errors import UnreadableRecordError
from architect.app.run_title import title_of
from architect.bootstrap.sessions import session_store
from architect.domain.errors import ArchitectError
from architect.domain.journal.session import SessionStatus, SessionSummary, newest_first
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.params import NoArgs
from architect.lsp.protocol.to_json import plain
from architect.services.sessions import list_sessions


class SessionInfo(TypedDict):
    """A session in a line; `cost` is null if a price is unknown, `problem` if there is none.

    Old servers gave no `title`.
    """

    sessionId: str
    task: str
    title: NotRequired[str]
    agent: str
    status: SessionStatus
    startedAt: str | None
    updatedAt: str | None
    cost: float | None
    filesChanged: list[str]
    runs: list[str]
    problem: str | None


class Sessions(TypedDict):
    sessions: list[SessionInfo]


async def sessions(editor: EditorSession, _: NoArgs, _token: object) -> Sessions:
    found: list[SessionSummary] = []
    problems: list[str] = []
    for root in editor.folders.all_roots():
        try:
            found += await list_sessions(session_store(root))
        except ArchitectError as fault:
            problems.append(str(fault))
    if problems and not found:
        raise UnreadableRecordError("; ".join(problems))
    return {"sessions": [_shown(session, editor.features) for session in newest_first(found)]}


def _shown(session: SessionSummary, client: ClientFeatures) -> SessionInfo:
    return {
        "sessionId": session.session_id,
        "task": plain(session.task),
        "title": plain(session.title or title_of(session.task)),
        "agent": session.agent,
        "status": _status_known_to(client, session.status),
        "startedAt": plain(session.started_at),
        "updatedAt": plain(session.updated_at),
        "cost": session.cost_usd,
        "filesChanged": list(session.files_changed),
        "runs": list(session.runs),
        "problem": session.problem,
    }


def _status_known_to(client: ClientFeatures, status: SessionStatus) -> SessionStatus:
    """`status`, or what one of our plugins from before there was `partial` called it."""
    if status == "partial" and client.rich is not None and not client.rich.partial:
        return "completed"
    return status


COMMAND = Command("architect.sessions", NoArgs, Sessions, sessions)
