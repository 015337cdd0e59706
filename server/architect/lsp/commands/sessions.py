"""`architect.sessions`: what was done in the open folders, the newest first."""

from typing import Any

from architect.bootstrap.sessions import session_store
from architect.domain.session import SessionSummary
from architect.lsp.daemon import Daemon
from architect.lsp.messages import NoArgs, parsed
from architect.lsp.results import SessionInfo, Sessions
from architect.lsp.wire import plain
from architect.services.sessions import list_sessions


async def sessions(daemon: Daemon, argument: Any, _: object) -> Sessions:
    parsed(NoArgs, argument)
    found: list[SessionSummary] = []
    for root in daemon.all_roots():
        found += await list_sessions(session_store(root))
    found.sort(key=lambda session: session.session_id, reverse=True)
    return {"sessions": [_shown(session) for session in found]}


def _shown(session: SessionSummary) -> SessionInfo:
    return {
        "sessionId": session.session_id,
        "task": plain(session.task),
        "agent": session.agent,
        "status": session.status,
        "startedAt": plain(session.started_at),
        "updatedAt": plain(session.updated_at),
        "cost": session.cost_usd,
        "filesChanged": list(session.files_changed),
        "runs": list(session.runs),
        "problem": session.problem,
    }
