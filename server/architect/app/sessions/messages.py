"""The messages of a session, each of which began a run: what one can go back to."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from architect.app.run_title import title_of
from architect.bootstrap.sessions import session_store
from architect.domain.errors import UserError
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.run_events import RunStarted
from architect.frozen import frozen
from architect.l10n import english
from architect.services.sessions import load_session

_MOST_DIGITS = 9
"""Of a number; Python reads no number of more than 4,300."""


@frozen
class SessionMessage:
    """`title` is the message in one line, or what its run is called; `files` those it changed."""

    number: int
    run_id: RunId
    title: str
    files: tuple[str, ...]


async def messages_of(root: Path, session_id: SessionId) -> Sequence[SessionMessage]:
    """The messages of a session in their order, counted from 1.

    Raises:
        UnknownSessionError: there is no such session.
        JournalFault: its journal is corrupt.
    """
    records = (await load_session(session_store(root), session_id)).records
    began = [
        (record.run_id, record.event)
        for record in records
        if isinstance(record.event, RunStarted)
        and is_work(record.event)
        and record.event.parent is None
        and not record.event.only_compacts
    ]
    return [
        SessionMessage(
            number, run_id, started.title or title_of(started.task), _files(records, run_id)
        )
        for number, (run_id, started) in enumerate(began, 1)
    ]


def message_named(words: str, messages: Sequence[SessionMessage]) -> SessionMessage:
    """The one with that number, or of that run; the last one if nothing is named.

    Raises:
        UserError: there is none.
    """
    number = int(words) if words.isdecimal() and len(words) <= _MOST_DIGITS else None
    found = [each for each in messages if words in ("", each.run_id) or number == each.number]
    if not found:
        raise UserError(
            english(
                "there is no message {words!r} in this session; /messages lists them", words=words
            )
            if words
            else english("nothing has been said in this session yet")
        )
    return found[-1]


def files_since(messages: Sequence[SessionMessage], first: SessionMessage) -> Sequence[str]:
    """What was changed from that message on, by name."""
    return sorted({path for each in messages if each.number >= first.number for path in each.files})


def _files(records: Iterable[Record], run_id: RunId) -> tuple[str, ...]:
    """Those that the run changed, or a run that it opened."""
    return tuple(
        dict.fromkeys(
            record.event.path
            for record in records
            if isinstance(record.event, FileChanged)
            and (record.run_id == run_id or record.run_id.startswith(f"{run_id}."))
        )
    )
