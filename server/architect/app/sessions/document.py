"""A session of a list as a JSON object."""

from datetime import datetime
from typing import Any

from architect.app.sessions.listing import ListedSession


def session_document(listed: ListedSession) -> dict[str, Any]:
    """What programs are promised of a session; moments are in ISO 8601."""
    summary = listed.summary
    return {
        "session_id": summary.session_id,
        "status": summary.status,
        "task": summary.task,
        "title": listed.title,
        "agent": summary.agent,
        "started_at": _time(summary.started_at),
        "updated_at": _time(summary.updated_at),
        "cost_usd": summary.cost_usd,
        "files_changed": list(summary.files_changed),
        "runs": list(summary.runs),
        "problem": summary.problem,
    }


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="milliseconds")
