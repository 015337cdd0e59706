"""The results that a crash left calls without."""

from collections.abc import Collection, Iterator, Sequence

from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolDecided
from architect.domain.journal.child_events import ChildFetches
from architect.domain.journal.events import Record
from architect.domain.journal.fold import apply
from architect.domain.journal.run_events import RunTainted
from architect.domain.journal.state import AgentState
from architect.domain.journal.unanswered import CUT_OFF, results_of_unanswered


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
    last = records[-1]
    lost = tuple(results_of_unanswered(state.steps[-1], CUT_OFF))
    taints = _taints(records, {result.call_id for result in lost})
    for number, event in enumerate((*taints, *lost), start=1):
        yield Record(last.run_id, last.seq + number, last.at, event)


def _taints(records: Sequence[Record], lost: Collection[CallId]) -> Iterator[RunTainted]:
    """What the `lost` calls may have brought in from outside; nobody knows whether they did."""
    for event in (record.event for record in records):
        match event:
            case ToolDecided(outside=outside) | ChildFetches(outside=outside):
                if outside and event.call_id in lost:
                    yield RunTainted(source=outside)
            case _:
                pass
