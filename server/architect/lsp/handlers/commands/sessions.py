"""`architect.sessions`: what was done in the open folders, the newest first."""

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from architect.app.sessions.listing import ListedSession, UnderWay, listed_sessions
from architect.domain.ids import RunId, SessionId, session_of
from architect.domain.journal.session import SessionStatus
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.shown_hunks import undecided_hunks
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.to_json import plain
from architect.services.task_names import shown_title


class SessionsArgs(Message):
    """`architect.sessions`: those with all words of `query` in the title or the conversation."""

    query: Annotated[str, Field(max_length=1_000)] = ""
    limit: Annotated[int, Field(ge=1)] | None = None


class SessionInfo(TypedDict):
    """A session in a line; `cost` is null if a price is unknown, `problem` if there is none.

    `title` is what the user calls it, or else what it began with. `live` is the run that goes on in
    it, if one does. `undecided` changes are known to wait for a decision; more may. Old servers
    gave no `title`, `root`, `live` and `undecided`.
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
    root: NotRequired[str]
    live: NotRequired[str | None]
    undecided: NotRequired[int]


class Sessions(TypedDict):
    sessions: list[SessionInfo]


async def sessions(editor: EditorSession, args: SessionsArgs, _token: object) -> Sessions:
    found = await listed_sessions(
        editor.folders.all_roots(),
        query=args.query,
        limit=args.limit,
        under_way=await _under_way(editor),
    )
    return {"sessions": [_shown(session, editor.features) for session in found]}


async def _under_way(editor: EditorSession) -> UnderWay:
    live = {run.order.session_id: run.run_id for run in editor.runs.all() if not run.is_over}
    shown = await undecided_hunks(editor, None)
    counts: dict[SessionId, int] = {}
    for hunk in (*shown["hunks"], *shown["conflicts"]):
        session_id = session_of(RunId(hunk["runId"]))
        counts[session_id] = counts.get(session_id, 0) + 1
    return UnderWay(live, counts)


def _shown(listed: ListedSession, client: ClientFeatures) -> SessionInfo:
    session = listed.summary
    return {
        "sessionId": session.session_id,
        "task": plain(session.task),
        "title": plain(shown_title(listed.title)),
        "agent": session.agent,
        "status": _status_known_to(client, session.status),
        "startedAt": plain(session.started_at),
        "updatedAt": plain(session.updated_at),
        "cost": session.cost_usd,
        "filesChanged": list(session.files_changed),
        "runs": list(session.runs),
        "problem": session.problem,
        "root": str(listed.root),
        "live": listed.live,
        "undecided": listed.undecided,
    }


def _status_known_to(client: ClientFeatures, status: SessionStatus) -> SessionStatus:
    """`status`, or what one of our plugins from before there was `partial` called it."""
    if client.rich is None or client.rich.partial:
        return status
    return _BEFORE.get(status, status)


_BEFORE: Mapping[SessionStatus, SessionStatus] = {
    "partial": "completed",
    "cancelled": "interrupted",
}

COMMAND = Command("architect.sessions", SessionsArgs, Sessions, sessions)
