"""The conversation that a session has come to, for another run to go on with."""

from collections.abc import Sequence

from architect.domain.events import ChangesTurnedDown, Record, RunStarted
from architect.domain.file_traces import is_work, taken_back_runs
from architect.domain.fold import apply
from architect.domain.ids import RunId
from architect.domain.state import AgentState


def past_conversation(records: Sequence[Record]) -> AgentState:
    """The state after all runs of the session, which the start of the next one takes up.

    `records` have a result for every call. Of runs that took others back only what the model has to
    know of it counts, unless they were taken back themselves.
    """
    state = AgentState()
    revoked = taken_back_runs(records)
    of_work: set[RunId] = set()
    for record in records:
        match record.event:
            case RunStarted() as started if is_work(started):
                of_work.add(record.run_id)
            case ChangesTurnedDown() if record.run_id not in revoked:
                state = apply(state, record.event)
            case _:
                pass
        if record.run_id in of_work:
            state = apply(state, record.event)
    return state
