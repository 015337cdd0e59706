"""Sessions: listing them, and finding one and its runs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from architect.config.nearest import did_you_mean
from architect.domain.agent_names import current_agent_name
from architect.domain.errors import UnknownSessionError, helped
from architect.domain.ids import RunId, SessionId, names_run, next_run_id, session_of
from architect.domain.journal.change_events import FileChanged, FileProposed
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import file_traces, is_work, lost_changes
from architect.domain.journal.forked import origins
from architect.domain.journal.lost_results import repaired
from architect.domain.journal.run_events import RunStarted
from architect.domain.journal.session import SessionSummary, StoredSession, is_dated_ahead
from architect.l10n import english
from architect.ports.session_store import SessionStore


async def list_sessions(store: SessionStore) -> Sequence[SessionSummary]:
    """The sessions of a workspace, newest first; corrupt ones are listed as such."""
    return await store.summaries()


_LISTED = english("`architect sessions` lists them")


async def load_session(store: SessionStore, session_id: str) -> StoredSession:
    """Everything recorded of a session, with a result for every call that a crash left without one.

    Raises:
        UnknownSessionError: there is none of that id; the text names the nearest.
        JournalFault: its journal is corrupt.
    """
    known = await store.ids()
    if session_id not in known:
        raise no_session(session_id, known)
    session = await store.load(SessionId(session_id))
    return session if session.is_live else replace(session, records=repaired(session.records))


def no_session(session_id: str, known: Iterable[str]) -> UnknownSessionError:
    """That a session is not among those that are `known`; the text names the nearest."""
    nearest = did_you_mean(session_id, known)
    hint = nearest or f"; {_LISTED}"
    error = UnknownSessionError(
        english("there is no session {session_id!r}{hint}", session_id=session_id, hint=hint)
    )
    in_list = english(
        "there is no session {session_id!r} in the list of sessions; it may have been deleted",
        session_id=session_id,
    )
    return error if nearest else helped(error, brief=in_list)


async def find_runs(
    store: SessionStore, session_or_run: str
) -> tuple[StoredSession, tuple[RunId, ...]]:
    """A session and the runs of it that are meant, newest first.

    A session means all of its runs but those that took others back.

    Raises:
        UnknownSessionError: there is no such session or run.
        JournalFault: its journal is corrupt.
    """
    if not names_run(session_or_run):
        session = await load_session(store, session_or_run)
        return session, tuple(reversed(runs_of_work(session.records)))
    run_id = RunId(session_or_run)
    session = await load_session(store, session_of(run_id))
    runs = list(dict.fromkeys(record.run_id for record in session.records))
    if run_id not in runs:
        raise UnknownSessionError(
            english(
                "there is no run {run_id!r}{hint}; its session has {runs}",
                run_id=run_id,
                hint=did_you_mean(run_id, runs),
                runs=", ".join(runs) or "none",
            )
        )
    return session, (run_id,)


async def last_changing_run(store: SessionStore, now: datetime) -> RunId:
    """The last run that changed files, of a session that is not dated ahead of `now`.

    Raises:
        UnknownSessionError: there is none.
        JournalFault: the journal of a session is corrupt.
    """
    return await _last_run(store, now, changes_files)


async def last_run_to_decide(store: SessionStore, now: datetime) -> RunId:
    """The last run that changed files or proposed to, in the same way."""
    return await _last_run(store, now, changes_or_proposes)


async def _last_run(
    store: SessionStore, now: datetime, is_meant: Callable[[Sequence[Record], RunId], bool]
) -> RunId:
    for summary in await store.summaries():
        if summary.status == "corrupt" or is_dated_ahead(summary.session_id, now):
            continue
        session = await load_session(store, summary.session_id)
        for run_id in reversed(runs_of_work(session.records)):
            if is_meant(session.records, run_id):
                return run_id
    raise UnknownSessionError(english("no run has changed a file in this workspace yet"))


def runs_of_work(records: Iterable[Record]) -> list[RunId]:
    """The runs of a session, oldest first, without those that took others back."""
    return [
        record.run_id
        for record in records
        if isinstance(record.event, RunStarted) and is_work(record.event)
    ]


def changes_files(records: Sequence[Record], run_id: RunId) -> bool:
    """Whether the run changed a file, or a crash left open whether it did; no copy of one has."""
    if run_id in origins(records):
        return False
    events = (record.event for record in records if record.run_id == run_id)
    changed = any(isinstance(event, FileChanged) for event in events)
    return changed or any(lost_changes(records, run_id)) or any(file_traces(records, run_id))


def changes_or_proposes(records: Sequence[Record], run_id: RunId) -> bool:
    """Whether the run changed a file or proposed to."""
    events = (record.event for record in records if record.run_id == run_id)
    is_copy = run_id in origins(records)
    proposes = not is_copy and any(isinstance(event, FileProposed) for event in events)
    return proposes or changes_files(records, run_id)


def last_agent(session: StoredSession) -> str:
    """The agent of the last run of work in it.

    Raises:
        UnknownSessionError: nothing has begun in it.
    """
    of_work = runs_of_work(session.records)
    agents = [
        record.event.agent
        for record in session.records
        if record.run_id in of_work and isinstance(record.event, RunStarted)
    ]
    if not agents:
        raise UnknownSessionError(
            english(
                "no run has started in the session {session_id!r}", session_id=session.session_id
            )
        )
    return current_agent_name(agents[-1])


def following_run_id(session: StoredSession, *, taken: Iterable[RunId] = ()) -> RunId:
    """The id of another run in the session, behind those recorded and those of it in `taken`."""
    session_id = session.session_id
    of_session = (run_id for run_id in taken if session_of(run_id) == session_id)
    return next_run_id(session_id, {*of_session, *(each.run_id for each in session.records)})
