"""Runs that are no longer in memory, as their journals tell them."""

from collections.abc import Iterable
from pathlib import Path

from architect.app.ending_words import ending_of
from architect.app.event_log import LoggedEvent, number_of
from architect.app.front_end_words import FrontEndWords, limit_remedy
from architect.app.run_info import RunInfo, RunStanding, run_figures
from architect.app.run_state import Phase, outcome_of
from architect.app.run_title import title_of
from architect.bootstrap.sessions import session_store
from architect.domain.errors import ArchitectError
from architect.domain.journal.events import JOURNALED_ONLY, Record
from architect.domain.journal.fold import apply
from architect.domain.journal.run_events import RunStarted
from architect.domain.journal.state import AgentState
from architect.frozen import frozen
from architect.services.sessions import find_runs


@frozen
class PastRun:
    """A run and its events; it goes on in another process unless it `is_over`."""

    is_over: bool
    info: RunInfo
    events: list[LoggedEvent]


async def past_run(
    run_id: str,
    roots: Iterable[Path],
    words: FrontEndWords = FrontEndWords(),  # noqa: B008 - a frozen value
) -> PastRun | None:
    """The run of that id in the journals of `roots`; None if there is none.

    Its error is in `words`.
    """
    for root in roots:
        try:
            session, runs = await find_runs(session_store(root), run_id)
        except ArchitectError:
            continue
        records = [record for record in session.records if record.run_id in runs[:1]]
        if records and isinstance(records[0].event, RunStarted):
            return _past(root, records, records[0].event, words, is_live=session.is_live)
    return None


def _past(
    root: Path,
    records: list[Record],
    started: RunStarted,
    words: FrontEndWords,
    *,
    is_live: bool,
) -> PastRun:
    state = AgentState()
    for record in records:
        state = apply(state, record.event)
    is_over = state.status is not None or not is_live
    outcome = outcome_of(state) if is_over else None
    first = records[0]
    error = words.error(state.error) if state.error else None
    info = RunInfo(
        run_id=first.run_id,
        session_id=started.session_id,
        title=started.title or title_of(started.task),
        agent=started.agent,
        root=root,
        started_at=first.at,
        seq=number_of(records[-1]),
        standing=RunStanding(
            Phase.DONE if is_over else Phase.RUNNING,
            outcome=outcome,
            error=error.message if error else None,
            ending=ending_of(state, outcome) if is_over else None,
            remedy=error.remedy if error else words.remedy(limit_remedy(state.stop_reason)),
        ),
        figures=run_figures(state),
    )
    events = [
        LoggedEvent(number_of(record), first.run_id, record)
        for record in records
        if not isinstance(record.event, JOURNALED_ONLY)
    ]
    return PastRun(is_over, info, events)
