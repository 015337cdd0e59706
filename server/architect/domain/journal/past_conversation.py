"""The conversation that a session has come to, for another run to resume."""

from collections.abc import Sequence

from architect.domain.ids import RunId
from architect.domain.journal.change_events import ChangesRejected
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import is_work, undone_runs
from architect.domain.journal.fold import apply
from architect.domain.journal.run_events import RunStarted
from architect.domain.journal.state import AgentState


def past_conversation(records: Sequence[Record]) -> AgentState:
    """The state after all runs of the session, which the start of the next one takes up.

    `records` have a result for every call. Of runs that took others back only what the model has to
    know of it counts, unless they were undone themselves.
    """
    state = AgentState()
    revoked = undone_runs(records)
    of_work: set[RunId] = set()
    for record in records:
        match record.event:
            case RunStarted() as started if is_work(started):
                of_work.add(record.run_id)
            case ChangesRejected() if record.run_id not in revoked:
                state = apply(state, record.event)
            case _:
                pass
        if record.run_id in of_work:
            state = apply(state, record.event)
    return state
