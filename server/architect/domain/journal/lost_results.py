"""The results that a crash left calls without."""

from collections.abc import Iterator, Sequence

from architect.domain.journal.events import Record, ToolFinished
from architect.domain.journal.fold import apply
from architect.domain.journal.state import AgentState

LOST_RESULT = (
    "the run was cut off here, so nobody knows whether this was done; look before you do it again"
)
"""What the model reads instead of such a result."""


def repaired(records: Sequence[Record]) -> tuple[Record, ...]:
    """`records` with a result for every call that has none, so that the run can be gone on with."""
    whole: list[Record] = []
    for run_id in dict.fromkeys(record.run_id for record in records):
        of_run = [record for record in records if record.run_id == run_id]
        whole += [*of_run, *_lost_results(of_run)]
    return tuple(whole)


def _lost_results(records: Sequence[Record]) -> Iterator[Record]:
    state = AgentState()
    for record in records:
        state = apply(state, record.event)
    if state.status is not None or not state.steps:
        return
    step, last = state.steps[-1], records[-1]
    for number, call in enumerate(step.unanswered, start=1):
        result = ToolFinished(
            step=step.number,
            call_id=call.id,
            name=call.name,
            path=None,
            success=False,
            error=LOST_RESULT,
            text=f"Error: {LOST_RESULT}",
            duration_s=0.0,
        )
        yield Record(last.run_id, last.seq + number, last.at, result)
