"""When a run was acting, as its journal tells."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from architect.domain.ids import CallId, RunId
from architect.domain.journal.acting import ActingSpan, acting_spans
from architect.domain.journal.background_events import BackgroundEnded, BackgroundStarted
from architect.domain.journal.call_events import ToolDecided, ToolFinished, ToolRequested
from architect.domain.journal.events import Event, Record
from architect.domain.journal.model_events import ModelReplied, ModelRequested
from architect.domain.journal.run_events import RunFinished
from architect.domain.outcome import Status, StopReason

START = datetime(2026, 1, 1, tzinfo=UTC)
CALL = CallId("c1")


def at(second: int) -> datetime:
    return START + timedelta(seconds=second)


def made(kind: type[Any], **fields: Any) -> Event:
    """An event of which only its kind and `fields` count here."""
    event = object.__new__(kind)
    for name, value in fields.items():
        object.__setattr__(event, name, value)
    return event


ASKED, REPLIED = made(ModelRequested), made(ModelReplied)
REQUESTED = made(ToolRequested, call_id=CALL)
DECIDED = made(ToolDecided, call_id=CALL, allowed=True)
FINISHED = made(ToolFinished, call_id=CALL)
BEHIND = made(BackgroundStarted, handle="bg1")
BEHIND_ENDED = made(BackgroundEnded, handle="bg1")
OVER = RunFinished(
    status=Status.SUCCESS, stop_reason=StopReason.LLM_DONE, output="", error=None, duration_s=1
)

CASES: dict[str, tuple[list[Event], bool, list[tuple[int, int | None]]]] = {
    "asked only": ([ASKED], False, []),
    "killed in a call": ([ASKED, REPLIED, REQUESTED, DECIDED], False, [(1, 2), (3, None)]),
    "killed while somebody decides": ([ASKED, REPLIED, REQUESTED], False, [(1, 2)]),
    "killed in the request behind a call": (
        [ASKED, REPLIED, REQUESTED, DECIDED, FINISHED, ASKED],
        False,
        [(1, 2), (3, 5)],
    ),
    "killed beside a command in the background": (
        [ASKED, REPLIED, REQUESTED, DECIDED, BEHIND, FINISHED, ASKED],
        False,
        [(1, 2), (3, None)],
    ),
    "a command in the background that ended": (
        [ASKED, REPLIED, REQUESTED, DECIDED, BEHIND, FINISHED, ASKED, BEHIND_ENDED],
        False,
        [(1, 2), (3, 7)],
    ),
    "killed in checks": ([ASKED, REPLIED, OVER], True, [(1, None)]),
    "killed behind a run without checks": ([ASKED, REPLIED, OVER], False, [(1, 2)]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_spans(name: str) -> None:
    events, checked, spans = CASES[name]
    records = [Record(RunId("s.1"), n, at(n), event) for n, event in enumerate(events)]
    expected = [ActingSpan(at(a), None if b is None else at(b)) for a, b in spans]
    assert list(acting_spans(records, checked=checked)) == expected
