"""A session as one text, to be read or processed elsewhere."""

import json
import re
from pathlib import Path
from typing import Any, Literal

from architect.app.errors import UnreadableRecordError
from architect.app.event_log import LoggedEvent, number_of
from architect.app.run_title import title_of
from architect.app.sessions.titles import title_of_session
from architect.app.transcript import transcript
from architect.bootstrap.sessions import session_store
from architect.domain.errors import PortFault
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.event_json import plain_record
from architect.domain.journal.events import JOURNALED_ONLY, Record
from architect.domain.journal.run_events import RunStarted
from architect.domain.journal.session import StoredSession
from architect.frozen import frozen
from architect.services.sessions import load_session, runs_of_work
from architect.services.task_names import shown_title

ExportFormat = Literal["markdown", "json"]

_ENDINGS: dict[ExportFormat, str] = {"markdown": "md", "json": "json"}
_MOST_NAME_CHARS = 40


@frozen
class ExportedSession:
    """The text of a session, and a name for a file that has it."""

    text: str
    name: str


async def export_session(
    root: Path, session_id: SessionId, form: ExportFormat = "markdown"
) -> ExportedSession:
    """The conversation in Markdown, or all events of its runs as one JSON object.

    Keys were replaced before anything of it was recorded.

    Raises:
        UnknownSessionError: there is none of that id.
        UnreadableRecordError: its journal is damaged.
    """
    title = await title_of_session(root, session_id)
    try:
        session = await load_session(session_store(root), session_id)
    except PortFault as fault:
        raise UnreadableRecordError(str(fault)) from fault
    text = _as_json(session, title) if form == "json" else _as_markdown(session, title)
    return ExportedSession(text, f"{_file_name(title, session_id)}.{_ENDINGS[form]}")


def _as_markdown(session: StoredSession, title: str) -> str:
    pages = [_page(session, run_id) for run_id in runs_of_work(session.records)]
    return f"# {title}\n\n" + "\n".join(f"#{page}" for page in pages)


def _page(session: StoredSession, run_id: RunId) -> str:
    records = _shown(session, run_id)
    started = records[0].event
    called = (started.title or title_of(started.task)) if isinstance(started, RunStarted) else ""
    return transcript(
        shown_title(called), [LoggedEvent(number_of(each), run_id, each) for each in records]
    )


def _as_json(session: StoredSession, title: str) -> str:
    runs = dict.fromkeys(record.run_id for record in session.records)
    document: dict[str, Any] = {
        "session_id": session.session_id,
        "title": title,
        "runs": [
            {"run_id": run_id, "records": [plain_record(each) for each in _shown(session, run_id)]}
            for run_id in runs
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _shown(session: StoredSession, run_id: RunId) -> list[Record]:
    return [
        record
        for record in session.records
        if record.run_id == run_id and not isinstance(record.event, JOURNALED_ONLY)
    ]


def _file_name(title: str, session_id: SessionId) -> str:
    words = "-".join(re.findall(r"[^\W_]+", title.lower()))[:_MOST_NAME_CHARS].strip("-")
    return f"{words}-{session_id}" if words else session_id
