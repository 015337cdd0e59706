"""Which run comes next: the first one of a new session, or another of one that is resumed."""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from architect.agent.catalog import DEFAULT_AGENT
from architect.agent.prompt_files import prompt
from architect.app.errors import UnreadableRecordError, session_is_busy
from architect.app.run_modes import PLANNER
from architect.app.run_title import title_of
from architect.bootstrap.run.open_session import new_session_id
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.sessions import session_store
from architect.domain.errors import ArchitectError, UserError
from architect.domain.ids import RunId, SessionId, run_id_of
from architect.domain.journal.event_json import former_name_note
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.domain.journal.session import StoredSession, is_dated_ahead
from architect.domain.outcome import Status
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.clock import Clock
from architect.services.sessions import (
    following_run_id,
    last_agent,
    load_session,
    no_session,
    runs_of_work,
)
from architect.services.task_names import run_name


@frozen
class NextRun:
    """A run that can begin in the workspace `root`, with `agent` unless another one is wanted.

    `notes` are lines about events that its session has by an old name. `resumed` is what the run
    before it is called, empty if there is none; `of_work` are the runs of work so far.
    """

    root: Path
    run_id: RunId
    agent: str
    notes: tuple[str, ...] = ()
    resumed: str = ""
    of_work: tuple[RunId, ...] = ()


def first_run(root: Path, clock: Clock) -> NextRun:
    """The first run of a session of its own."""
    return first_run_in(root, new_session_id(clock))


def first_run_in(root: Path, session_id: SessionId) -> NextRun:
    """The first run of a session in which none has begun."""
    return NextRun(root, run_id_of(session_id), DEFAULT_AGENT)


def task_to_go_on() -> str:
    """The task of a run that is resumed without words of the user's own."""
    return prompt("tasks/go_on")


def task_to_carry_out() -> str:
    """The task of a run behind a plan that the user agrees to; editors have the same words."""
    return prompt("tasks/carry_out")


async def last_session_id(
    root: Path,
    *,
    but: SessionId | None = None,
    rather_not: Callable[[SessionId], bool] = lambda _: False,
) -> SessionId:
    """The newest session in `root` that can be resumed, `but` that one.

    One that is `rather_not` taken is it only if there is no other.
    None counts whose id is of the future: it has come with the project, to be taken for the last.

    Raises:
        UserError: there is none.
    """
    now = system_clock().now()
    second: SessionId | None = None
    for summary in await session_store(root).summaries():
        session_id = summary.session_id
        resumable = summary.status not in ("corrupt", "running")
        if resumable and session_id != but and not is_dated_ahead(session_id, now):
            if not rather_not(session_id):
                return session_id
            second = second or session_id
    if second is not None:
        return second
    if but is not None:
        raise UserError(english("there is no other session in this workspace"))
    raise UserError(
        english("there is no session in this workspace yet; `architect run` starts one")
    )


def ends_in_plan(session: StoredSession) -> bool:
    """Whether its last run of work made a plan, which nobody has carried out yet."""
    runs = runs_of_work(session.records)
    last = [record.event for record in session.records if record.run_id in runs[-1:]]
    return any(isinstance(event, RunStarted) and event.agent == PLANNER for event in last) and any(
        isinstance(event, RunFinished) and event.status is Status.SUCCESS for event in last
    )


def was_cut_off(session: StoredSession) -> bool:
    """Whether its last run of work has no end, and nobody works on it any more."""
    runs = runs_of_work(session.records)
    ends = (record.run_id for record in session.records if isinstance(record.event, RunFinished))
    return not session.is_live and bool(runs) and runs[-1] not in ends


async def next_run_of(
    session_id: str, roots: Iterable[Path], *, taken: Collection[RunId] = ()
) -> NextRun:
    """The next run of a session that is kept in one of `roots`; its agent is that of its last one.

    `taken` are ids of runs of which nothing need be in a journal yet.

    Raises:
        UnknownSessionError: there is no such session, or it has nothing to resume.
        BusyError: a run of it is not over.
        UnreadableRecordError: its journal cannot be read.
    """
    known: list[str] = []
    for root in roots:
        store = session_store(root)
        try:
            ids = await store.ids()
            session = await load_session(store, session_id) if session_id in ids else None
        except ArchitectError as fault:
            raise UnreadableRecordError(str(fault)) from fault
        if session is not None:
            return _next(root, session, taken)
        known += ids
    raise no_session(session_id, known)


def _next(root: Path, session: StoredSession, taken: Collection[RunId]) -> NextRun:
    if session.is_live:
        raise session_is_busy(session.session_id)
    place = f"the journal of {session.session_id}"
    notes = tuple(former_name_note(place, name) for name in session.former_names)
    run_id = following_run_id(session, taken=taken)
    of_work = tuple(runs_of_work(session.records))
    return NextRun(root, run_id, last_agent(session), notes, _resumed(session), of_work)


def _resumed(session: StoredSession) -> str:
    """What the last run of an agent is called, whatever has been resumed in between."""
    events = (record.event for record in reversed(session.records))
    for event in events:
        if isinstance(event, RunStarted) and is_work(event):
            title = event.title or title_of(event.task)
            if title != run_name("resume"):
                return title.removeprefix(f"{run_name('resume')} ")
    return ""
