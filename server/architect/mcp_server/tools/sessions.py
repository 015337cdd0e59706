"""The sessions of the folder."""

from typing import Any

from architect.app.sessions.document import session_document
from architect.app.sessions.listing import listed_sessions
from architect.checked.field import Field
from architect.checked.model import Model
from architect.mcp_server.served_folder import ServedFolder
from architect.mcp_server.served_tool import (
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    Caller,
    Hints,
    ServedTool,
    ToolAnswer,
    object_schema,
)

_SESSION = object_schema(
    {
        "session_id": TEXT,
        "status": TEXT,
        "task": TEXT,
        "title": TEXT,
        "agent": TEXT,
        "started_at": TEXT_OR_NULL,
        "updated_at": TEXT_OR_NULL,
        "cost_usd": {"type": ["number", "null"]},
        "files_changed": TEXTS,
        "runs": TEXTS,
        "problem": TEXT_OR_NULL,
    }
)
_SCHEMA = object_schema({"sessions": {"type": "array", "items": _SESSION}})


class SessionsArgs(Model, lax=True):
    search: str = Field(default="", description="Only those in which all these words occur.")
    limit: int = Field(default=20, ge=1, le=100)


def sessions_tool(folder: ServedFolder) -> ServedTool:
    async def call(args: SessionsArgs, _: Caller) -> ToolAnswer:
        found = await listed_sessions([folder.root], query=args.search, limit=args.limit)
        documents = [session_document(each) for each in found]
        text = "\n".join(map(_line, documents)) or "there are no such sessions"
        return ToolAnswer(text, {"sessions": documents})

    return ServedTool(
        name="sessions",
        title="List Sessions",
        description=(
            "List what architect has done in this folder, newest first: each session with its "
            "status, its runs, the files they changed and what they cost. Ids of sessions and runs "
            "are what `undo` and `run_task` take."
        ),
        args_model=SessionsArgs,
        output_schema=_SCHEMA,
        hints=Hints(only_reads=True, is_idempotent=True),
        call=call,
    )


def _line(document: dict[str, Any]) -> str:
    changed = ", ".join(document["files_changed"]) or "no files changed"
    about = document["problem"] or f"{document['title']} ({changed})"
    return f"{document['session_id']} {document['status']}: {about}"
