"""Sessions as lists show them."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Literal

from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.ids import RunId, SessionId, session_id_at
from architect.domain.journal.events import Record
from architect.frozen import frozen
from architect.l10n import english, shown

SessionStatus = Literal[
    "running", "completed", "partial", "failed", "cancelled", "interrupted", "corrupt"
]
"""`partial` is what the model, or a limit, ended before all was done and allowed.

`cancelled` is what the user stopped, `interrupted` what ended with its program or machine.
"""

_WORDS: Mapping[SessionStatus, str] = {
    "running": english("running"),
    "completed": english("done"),
    "partial": english("partly done"),
    "failed": english("failed"),
    "cancelled": english("cancelled"),
    "interrupted": english("interrupted"),
    "corrupt": english("corrupt"),
}

_CLOCKS_DIFFER_BY = timedelta(hours=1)


def status_words(status: SessionStatus) -> str:
    """What a status is called where people read it, as in the endings of runs."""
    return shown(_WORDS[status])


def is_dated_ahead(session_id: SessionId, now: datetime) -> bool:
    """Whether it comes from the future, as one that a project brings to be taken for the last."""
    return session_id >= session_id_at(now + _CLOCKS_DIFFER_BY, chance=0)


@frozen
class SessionSummary:
    """A session in a line.

    `task`, `title` and `agent` are those it began with, but for a `title` that the user gave it;
    `runs` are all but those that took others back.
    `forked_from` is the session that its first runs are copies of.
    `cost_usd` is None if the price of some reply is unknown. `problem` says what is wrong with the
    journal of a corrupt one, of which nothing else may be known.
    """

    session_id: SessionId
    status: SessionStatus
    task: str = ""
    agent: str = ""
    title: str = ""
    started_at: datetime | None = None
    updated_at: datetime | None = None
    cost_usd: float | None = 0.0
    files_changed: tuple[str, ...] = ()
    runs: tuple[RunId, ...] = ()
    problem: str | None = None
    forked_from: SessionId | None = None


MOST_TITLE_CHARS = 120


def one_line_title(text: str) -> str:
    """A title as it is kept and shown: one line without controls, cut to `MOST_TITLE_CHARS`."""
    line = in_one_line(escape_controls(" ".join(text[: 10 * MOST_TITLE_CHARS].split())))
    if len(line) <= MOST_TITLE_CHARS:
        return line
    return f"{line[: MOST_TITLE_CHARS - 3].rstrip()}..."


@frozen
class StoredSession:
    """Everything recorded of a session; `is_live` says that somebody still writes it.

    `former_names` are types of events in its journal that have another name now.
    """

    session_id: SessionId
    records: tuple[Record, ...]
    is_live: bool
    former_names: tuple[str, ...] = ()


def newest_first(summaries: Iterable[SessionSummary]) -> list[SessionSummary]:
    """Sorted by their start, which ids tell to the second only.

    Of a corrupt session, whose start may be unknown, the id alone says when it was.
    """
    return sorted(summaries, key=_start, reverse=True)


def _start(summary: SessionSummary) -> tuple[str, datetime]:
    second = summary.session_id.rpartition("-")[0]
    return second, summary.started_at or datetime.min.replace(tzinfo=UTC)
