"""The sessions of some workspaces as lists show them: found by words, with what goes on in them."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path

from architect.app.errors import UnreadableRecordError
from architect.app.run_title import title_of
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.sessions import session_store, words_not_said
from architect.domain.errors import ArchitectError
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.session import SessionSummary, is_dated_ahead, newest_first
from architect.frozen import frozen
from architect.l10n import joined
from architect.services.sessions import list_sessions, no_session


@frozen
class UnderWay:
    """What a front end knows of sessions without their journals.

    `live` are the runs of this process that are not over, `undecided` how many changes of a session
    wait for a decision.
    """

    live: Mapping[SessionId, RunId] = field(default_factory=dict[SessionId, RunId])
    undecided: Mapping[SessionId, int] = field(default_factory=dict[SessionId, int])


@frozen
class ListedSession:
    """A session of the workspace `root` in a line.

    `live` is the run that goes on in it, here or in another process. `undecided` changes are known
    to wait for a decision; more may. `number` is its place in the list of all sessions, from 1,
    whatever is searched for.
    """

    root: Path
    summary: SessionSummary
    live: RunId | None = None
    undecided: int = 0
    number: int = 0

    @property
    def title(self) -> str:
        """What the user calls it, or else what it began with."""
        return self.summary.title or title_of(self.summary.task)


async def listed_sessions(
    roots: Iterable[Path],
    *,
    query: str = "",
    limit: int | None = None,
    under_way: UnderWay = UnderWay(),  # noqa: B008 - a frozen value
) -> list[ListedSession]:
    """The newest sessions of `roots` in which all words of `query` were said, or are in the title.

    Those that are dated ahead come last.

    Raises:
        UnreadableRecordError: none of the roots can be read.
    """
    found: dict[SessionId, ListedSession] = {}
    problems: list[str] = []
    for root in roots:
        try:
            summaries = await list_sessions(session_store(root))
        except ArchitectError as fault:
            problems.append(str(fault))
            continue
        for summary in summaries:
            found.setdefault(summary.session_id, _listed(root, summary, under_way))
    if problems and not found:
        raise UnreadableRecordError(joined("; ", problems))
    newest = [replace(row, number=number) for number, row in enumerate(in_order(found.values()), 1)]
    words = query.casefold().split()
    if not words:
        return newest[:limit]
    return await asyncio.to_thread(_with_words, newest, words, limit)


def in_order(rows: Iterable[ListedSession]) -> list[ListedSession]:
    """Sessions, each once, as `listed_sessions` has them."""
    by_id, now = {row.summary.session_id: row for row in rows}, system_clock().now()
    newest = [
        by_id[each.session_id] for each in newest_first(row.summary for row in by_id.values())
    ]
    return sorted(newest, key=lambda row: is_dated_ahead(row.summary.session_id, now))


async def find_root(session_id: str, roots: Iterable[Path]) -> Path:
    """The one of `roots` in which a session is kept; its journal is not read.

    Raises:
        UnknownSessionError: there is none of that id; the text names the nearest.
        UnreadableRecordError: the sessions of one of the roots cannot be read.
    """
    known: list[SessionId] = []
    for root in roots:
        try:
            ids = await session_store(root).ids()
        except ArchitectError as fault:
            raise UnreadableRecordError(str(fault)) from fault
        if session_id in ids:
            return root
        known += ids
    raise no_session(session_id, known)


def _listed(root: Path, summary: SessionSummary, under_way: UnderWay) -> ListedSession:
    session_id = summary.session_id
    live = under_way.live.get(session_id)
    if live is None and summary.status == "running" and summary.runs:
        live = summary.runs[-1]
    return ListedSession(root, summary, live, under_way.undecided.get(session_id, 0))


def _with_words(
    sessions: Iterable[ListedSession], words: Iterable[str], limit: int | None
) -> list[ListedSession]:
    found: list[ListedSession] = []
    for session in sessions:
        if limit is not None and len(found) >= limit:
            break
        title = f"{session.title} {session.summary.task} {session.summary.session_id}".casefold()
        left = {word for word in words if word not in title}
        if not left or not words_not_said(session.root, session.summary.session_id, left):
            found.append(session)
    return found
