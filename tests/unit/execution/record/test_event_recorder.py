"""Keys do not get past the recorder, whatever event they come in."""

import json

from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rules, call, make_rig, reply_event, started_event
from tests.support.table import table

from architect.adapters.records.journal_reader import records_of
from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import ToolFinished, ToolOutput
from architect.domain.journal.change_events import FileProposed
from architect.domain.journal.event_json import record_line
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import ModelDelta, ModelItems
from architect.domain.journal.run_events import RunFinished, RunTainted
from architect.domain.journal.state import AgentState
from architect.domain.messages import ToolCall
from architect.domain.outcome import Status, StopReason
from architect.domain.provider_items import provider_items
from architect.domain.redaction import PLACEHOLDER
from architect.domain.shell import CommandOutcome, Stream
from architect.execution.record.event_recorder import EventRecorder
from architect.policy.secrets.redactor import Redactor
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal
from architect.testing.recording_sink import RecordingSink

TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z" + "0A1b2C3d"
KNOWN = "value-of-the-variable-77"


def recorder(sink: RecordingSink) -> EventRecorder:
    return EventRecorder(
        RunId("r.1"),
        journal=MemoryJournal(),
        sinks=(sink,),
        clock=FrozenClock(),
        redactor=Redactor([KNOWN]),
    )


def shown(sink: RecordingSink) -> str:
    return b"".join(map(record_line, sink.records)).decode()


def test_what_was_redacted_is_told_once_for_each_key_and_place_and_never_the_key() -> None:
    sink = RecordingSink()
    record = recorder(sink)
    record.emit(started_event(opening=f"use {TOKEN}, {TOKEN} and {KNOWN}"))
    record.emit(reply_event(1, text=f"I see {TOKEN}"))
    record.emit(reply_event(2, text=f"I see {TOKEN} again"))
    told = [(each.rule, each.where, each.count) for each in record.state.redactions]
    assert told == [
        ("github-token", "the task and what came with it", 2),
        ("known-value", "the task and what came with it", 1),
        ("github-token", "a reply of the model", 1),
    ]
    assert TOKEN not in shown(sink)
    assert KNOWN not in shown(sink)


def test_a_key_in_a_change_that_is_only_proposed_is_told_with_its_file() -> None:
    sink = RecordingSink()
    record = recorder(sink)
    proposed = FileProposed(
        call_id=CallId("c1"),
        path="a.py",
        kind="created",
        before_sha256=None,
        after_sha256="0" * 64,
        diff=f"+token = '{TOKEN}'\n",
        lines_added=1,
        lines_removed=0,
    )
    record.emit(proposed)
    assert [each.where for each in record.state.redactions] == ["a.py"]
    assert TOKEN not in shown(sink)


def test_the_name_of_a_file_that_is_a_key_is_not_told_as_its_place() -> None:
    rig = make_rig(files={f"{TOKEN}.txt": f"t = '{TOKEN}'\n".encode()})
    assert rig.call("read_file", {"path": f"{TOKEN}.txt"}).success
    assert {each.rule for each in rig.state.redactions} == {"github-token"}
    assert TOKEN not in shown(rig.sink)


def test_the_last_event_of_a_run_is_the_last_even_if_a_key_is_in_it() -> None:
    sink = RecordingSink()
    recorder(sink).emit(
        RunFinished(
            status=Status.SUCCESS,
            stop_reason=StopReason.LLM_DONE,
            output=f"the token is {TOKEN}",
            error=None,
            duration_s=0.0,
        )
    )
    kinds = [record.event.type for record in sink.records]
    assert kinds == ["secret.redacted", "run.finished"]
    assert [record.seq for record in sink.records] == [1, 2]


def test_a_key_cut_by_the_pieces_of_a_reply_is_not_shown() -> None:
    sink = RecordingSink()
    record = recorder(sink)
    for start in range(0, len(TOKEN), 5):
        record.emit(ModelDelta(text=TOKEN[start : start + 5]))
    record.emit(reply_event(1, text=TOKEN))
    deltas = [each.event.text for each in sink.records if isinstance(each.event, ModelDelta)]
    assert PLACEHOLDER.fullmatch("".join(deltas))
    assert "ghp_" not in shown(sink)


def test_outputs_of_calls_that_run_side_by_side_are_kept_apart() -> None:
    sink = RecordingSink()
    record = recorder(sink)
    first, second = CallId("a"), CallId("b")
    for call_id, text in ((first, KNOWN[:9]), (second, "x "), (first, f"{KNOWN[9:]}\n")):
        record.emit(ToolOutput(call_id=call_id, stream=Stream.STDOUT, text=text))
    outputs = [
        (each.event.call_id, each.event.text)
        for each in sink.records
        if isinstance(each.event, ToolOutput)
    ]
    assert outputs[0] == (second, "x ")
    assert outputs[1][0] == first
    assert PLACEHOLDER.fullmatch(outputs[1][1].strip())


def test_the_end_of_an_output_is_shown_before_the_result() -> None:
    rig = make_rig(outcomes={"build": CommandOutcome(0, "no line end", "", 0.1)})
    rig.call("run_command", {"command": "build"})
    kinds = [type(each.event) for each in rig.sink.records]
    assert kinds.index(ToolOutput) < kinds.index(ToolFinished)


def test_the_model_reads_a_placeholder_and_the_journal_holds_it() -> None:
    rig = make_rig(
        call_reply(call("read_file", path="a.py")),
        text_reply("done"),
        files={"a.py": f"TOKEN = '{TOKEN}'\n".encode()},
    )
    state = rig.go()
    sent = str(rig.scripted.requests)
    assert TOKEN not in sent
    assert PLACEHOLDER.search(sent)
    assert [(each.where, each.rule) for each in state.redactions] == [("a.py", "github-token")]
    assert TOKEN not in shown(rig.sink)


@table("shift", range(0, 48, 3))
def test_a_key_is_not_cut_in_half_by_the_limit_of_a_result(shift: int) -> None:
    printed = "y " * 1_964 + "y" * shift + f" {TOKEN} " + "y " * 6_000
    rig = make_rig(
        outcomes={"build": CommandOutcome(0, printed, "", 0.1)},
        rules=Rules(max_result_tokens=2_000),
    )
    rig.call("run_command", {"command": "build"})
    text = rig.state.steps[-1].results[-1].text
    assert "characters left out" in text
    assert TOKEN[4:10] not in text
    assert TOKEN[-6:] not in text


def test_a_call_is_carried_out_as_the_model_sent_it_and_recorded_without_the_key() -> None:
    rig = make_rig(
        call_reply(call("write_file", path="a.py", content=f"T = '{TOKEN}'\n")),
        text_reply("done"),
    )
    state = rig.go()
    assert rig.workspace.files["a.py"] == f"T = '{TOKEN}'\n".encode()
    assert TOKEN not in shown(rig.sink)
    assert TOKEN not in str(rig.scripted.requests)
    assert {each.where for each in state.redactions} >= {"a reply of the model"}


def test_a_state_folded_from_the_journal_knows_what_was_redacted_and_what_came_in() -> None:
    sink = RecordingSink()
    record = recorder(sink)
    record.emit(started_event(opening=TOKEN))
    record.emit(RunTainted(source="issue 5"))
    record.emit(RunTainted(source="issue 5"))
    state = AgentState()
    for each in sink.records:
        state = apply(state, each.event)
    assert state == record.state
    assert state.taints == ("issue 5",)


def test_arguments_in_json_are_searched_behind_their_escapes() -> None:
    sink = RecordingSink()
    record = recorder(sink)
    arguments = json.dumps({"content": f"\n{TOKEN}\n"})
    sent = ToolCall(CallId("c1"), "write_file", arguments)
    record.emit(reply_event(1, sent))
    kept = record.state.steps[-1].reply.calls[0]
    assert TOKEN not in kept.arguments
    assert record.as_sent(kept) == sent


def test_what_a_provider_wants_back_is_recorded_as_it_came_and_shown_to_nobody() -> None:
    sink, journal = RecordingSink(), MemoryJournal()
    record = EventRecorder(
        RunId("r.1"),
        journal=journal,
        sinks=(sink,),
        clock=FrozenClock(),
        redactor=Redactor([KNOWN]),
    )
    block = {"type": "thinking", "thinking": "Hm.", "signature": TOKEN}
    items = provider_items("here", [{"message": {"thinking_blocks": [block]}}], tokens=9)
    record.emit(started_event())
    record.emit(ModelItems(items=items))
    record.emit(reply_event(1, text="So."))
    record.emit(reply_event(2, text="And so."))
    assert [step.reply.items for step in record.state.steps] == [items, None]
    assert "model.items" not in shown(sink)
    lines = [record_line(each).removesuffix(b"\n") for each in journal.records]
    [again] = [each.event for each in records_of(lines, shown_as="j") if each.seq == 2]
    assert again == ModelItems(items=items)
