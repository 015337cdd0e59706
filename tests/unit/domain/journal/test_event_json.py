import json
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.support.rig import SESSION, reply_event, started_event

from architect.adapters.records.journal_reader import record_of
from architect.domain.ids import CallId, HunkId, RunId
from architect.domain.journal.call_events import ActionPlanned
from architect.domain.journal.change_events import ChangesKept, ChangesRejected, FileProposed
from architect.domain.journal.event_json import plain_record, record_line
from architect.domain.journal.events import Event, Record
from architect.domain.journal.run_events import RunFinished, StepStarted
from architect.domain.messages import ToolCall
from architect.domain.outcome import ErrorKind, PlannedAction, RunError, Status, StopReason
from architect.domain.usage import Usage

AT = datetime(2026, 1, 2, 3, 4, 5, 678_901, tzinfo=UTC)


def record(event: Event) -> Record:
    return Record(RunId(f"{SESSION}.1"), 7, AT, event)


def test_a_record_is_one_line_of_json_that_names_the_type_of_its_event() -> None:
    line = record_line(record(StepStarted(step=3)))
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert json.loads(line) == {
        "run_id": "20260102-030405-abcdef.1",
        "seq": 7,
        "at": "2026-01-02T03:04:05.678+00:00",
        "event": {"type": "step.started", "step": 3},
    }


def test_values_inside_an_event_become_plain_ones() -> None:
    reply = reply_event(1, ToolCall(CallId("c1"), "grep", '{"pattern": "x"}'), text="so")
    reply = replace(reply, usage=Usage(5, 6, 1))
    assert plain_record(record(reply))["event"] == {
        "type": "model.replied",
        "step": 1,
        "purpose": "step",
        "text": "so",
        "calls": [{"id": "c1", "name": "grep", "arguments": '{"pattern": "x"}'}],
        "finish": "tool_calls",
        "usage": {
            "input_tokens": 5,
            "output_tokens": 6,
            "cached_tokens": 1,
            "estimated": False,
            "written_tokens": 0,
            "reasoning_tokens": 0,
        },
        "cost_usd": None,
        "duration_s": 0.0,
        "reasoning": "",
        "reasoning_s": None,
        "model": "",
        "cached": False,
    }


def test_enumerations_are_written_as_their_values() -> None:
    finished = RunFinished(
        status=Status.FAILED,
        stop_reason=StopReason.LLM_ERROR,
        output="",
        error=RunError(ErrorKind.MODEL, "no"),
        duration_s=1.5,
    )
    event = plain_record(record(finished))["event"]
    assert (event["status"], event["stop_reason"]) == ("failed", "llm_error")
    assert (event["error"]["kind"], event["error"]["message"]) == ("model", "no")


def test_a_planned_action_is_written_with_its_fields() -> None:
    planned = ActionPlanned(call_id=CallId("c1"), action=PlannedAction(2, "edit_file", "a.py"))
    event = plain_record(record(planned))["event"]
    assert event["action"] == {"step": 2, "tool": "edit_file", "summary": "a.py"}


def test_readable_text_is_not_escaped() -> None:
    line = record_line(record(started_event(task="größer → 日本")))
    assert "größer → 日本".encode() in line


def test_text_that_is_no_unicode_is_escaped_and_read_back() -> None:
    line = record_line(record(started_event(task="cut \ud83d here")))
    assert b"cut \\ud83d here" in line
    assert json.loads(line)["event"]["task"] == "cut \ud83d here"


def test_every_event_has_a_type_of_its_own() -> None:
    tags = [kind.__dataclass_fields__["type"].default for kind in Event.__args__]
    assert len(set(tags)) == len(tags)


@given(st.text())
def test_any_text_stays_on_one_line_and_comes_back_as_it_was(text: str) -> None:
    line = record_line(record(started_event(task=text)))
    assert line.index(b"\n") == len(line) - 1
    assert json.loads(line)["event"]["task"] == text


def test_what_a_user_decided_and_a_run_proposed_is_written_and_read_back() -> None:
    run_id = RunId(f"{SESSION}.1")
    events: list[tuple[Event, dict[str, object]]] = [
        (
            ChangesRejected(
                of_run=run_id, paths=("a",), note="no", patch="-a\n", hunks=(HunkId("h"),)
            ),
            {
                "type": "changes.rejected",
                "of_run": run_id,
                "paths": ["a"],
                "note": "no",
                "patch": "-a\n",
                "hunks": ["h"],
            },
        ),
        (
            ChangesKept(of_run=run_id, paths=("a",), hunks=(HunkId("h"),)),
            {"type": "changes.kept", "of_run": run_id, "paths": ["a"], "hunks": ["h"]},
        ),
        (
            FileProposed(
                call_id=CallId("c1"),
                path="a",
                kind="created",
                before_sha256=None,
                after_sha256="00",
                diff="+a\n",
                lines_added=1,
                lines_removed=0,
            ),
            {
                "type": "file.proposed",
                "call_id": "c1",
                "path": "a",
                "kind": "created",
                "before_sha256": None,
                "after_sha256": "00",
                "diff": "+a\n",
                "lines_added": 1,
                "lines_removed": 0,
                "place": "",
            },
        ),
    ]
    for event, plain in events:
        assert plain_record(record(event))["event"] == plain
        line = record_line(record(event))
        assert record_of(line, shown_as="a journal", number=1).event == event


def test_a_journal_from_before_there_were_hunks_still_loads() -> None:
    line = (
        b'{"run_id":"s.2","seq":2,"at":"2026-01-02T03:04:05.678+00:00","event":{"type":'
        b'"changes.turned_down","of_run":"s.1","paths":["a"],"note":"","patch":""}}'
    )
    event = record_of(line, shown_as="a journal", number=1).event
    assert isinstance(event, ChangesRejected)
    assert event.hunks == ()
