import io
import json
from datetime import UTC, datetime

from tests.support.rig import SESSION

from architect.adapters.records.structured_log import JsonLog
from architect.domain.ids import RunId
from architect.domain.journal.events import Event, Record
from architect.domain.journal.model_events import ModelDelta
from architect.domain.journal.run_events import StepStarted

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def logged(event: Event) -> dict[str, object]:
    file = io.BytesIO()
    JsonLog(file).show(Record(RunId(f"{SESSION}.1"), 7, AT, event))
    return json.loads(file.getvalue())


def test_an_event_is_one_json_object_with_its_type_time_and_fields() -> None:
    assert logged(StepStarted(step=3)) == {
        "event": "step.started",
        "timestamp": "2026-01-02T03:04:05.000+00:00",
        "seq": 7,
        "step": 3,
    }


def test_deltas_are_logged_as_well() -> None:
    assert logged(ModelDelta(text="half \ud83d"))["text"] == "half \ud83d"
