"""Another session with the conversation of one, up to one of its runs."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from architect.app.errors import UnknownRunError, UnreadableRecordError, session_is_busy
from architect.app.sessions.titles import title_of_session
from architect.bootstrap.session_copies import copied_session
from architect.bootstrap.sessions import keep_own_title, session_store
from architect.domain.attached import Attached
from architect.domain.errors import PortFault, UserError
from architect.domain.ids import RunId, SessionId, names_run, session_of
from architect.domain.journal.events import Record
from architect.domain.journal.forked import as_copies, records_before, work_behind
from architect.domain.journal.lost_results import repaired
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.frozen import frozen
from architect.ports.clock import Clock
from architect.services.sessions import load_session, runs_of_work
from architect.services.tasks import KINDS_OF_FIX

_FORK = " (fork)"


@frozen
class ForkPlan:
    """What a fork of a session is made of.

    `records` are those up to there, none if nothing is before. `prompt` is what the user said
    to the run that it is about, `attached` what went with it that the prompt does not bring along,
    and `left_out` are the runs behind it, the first one first.
    """

    root: Path
    session_id: SessionId
    records: Sequence[Record]
    prompt: str
    attached: tuple[Attached, ...]
    left_out: tuple[RunId, ...]


async def fork_plan(root: Path, session_or_run: str, *, before: bool = False) -> ForkPlan:
    """A fork up to and with a run, the last one of a session, or up to the one `before` it.

    What the user decided about runs up to there belongs to the conversation.

    Raises:
        UnknownSessionError, UnknownRunError: there is none of that id.
        BusyError: the run is not over.
        UnreadableRecordError: the journal is damaged.
    """
    session_id = session_of(RunId(session_or_run))
    try:
        session = await load_session(session_store(root), session_id)
    except PortFault as fault:
        raise UnreadableRecordError(str(fault)) from fault
    runs = runs_of_work(session.records)
    if not runs:
        raise UnknownRunError(session_or_run)
    run_id = RunId(session_or_run) if names_run(session_or_run) else runs[-1]
    behind = work_behind(session.records, run_id)
    if not behind:
        raise UnknownRunError(run_id)
    left_out = behind if before else behind[1:]
    records = records_before(session.records, left_out[0] if left_out else None)
    if session.is_live and not _is_over(records):
        raise session_is_busy(session_id)
    started = next(
        record.event
        for record in session.records
        if record.run_id == run_id and isinstance(record.event, RunStarted)
    )
    prompt = started.typed or started.task
    attached = tuple(each for each in started.attached if not _is_brought(each, started))
    return ForkPlan(root, session_id, records, prompt, attached, tuple(left_out))


async def fork(plan: ForkPlan, clock: Clock) -> SessionId | None:
    """The session that a plan comes to; None if nothing is in it.

    Raises:
        UserError: it cannot be written.
    """
    if not plan.records:
        return None
    records = repaired(plan.records)
    try:
        session_id = await copied_session(
            plan.root, plan.session_id, lambda to: as_copies(records, to), clock
        )
        title = (await title_of_session(plan.root, plan.session_id)).removesuffix(_FORK)
        await asyncio.to_thread(keep_own_title, plan.root, session_id, title + _FORK)
    except PortFault as fault:
        raise UserError(str(fault)) from fault
    return session_id


def _is_brought(part: Attached, started: RunStarted) -> bool:
    """Whether what the user said to a run brings `part` along when it is sent again."""
    return part.mentioned or bool(started.typed and part.kind in KINDS_OF_FIX)


def _is_over(records: Sequence[Record]) -> bool:
    """Whether the last run among the records has its end."""
    last = records[-1].run_id if records else None
    ended = {each.run_id for each in records if isinstance(each.event, RunFinished)}
    return last is None or last in ended
