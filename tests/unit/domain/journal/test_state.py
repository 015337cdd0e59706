import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from tests.support.effort import tries
from tests.support.journals import read_journal
from tests.support.replies import call_reply, text_reply
from tests.support.rig import SESSION, Rules, call, make_rig, reply_event, started_event

from architect.adapters.models.recorded.model import check_conversation
from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.agent.limits import Limits
from architect.domain.hooks import HookEvent, HookOutcome
from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import (
    ActionPlanned,
    HookRan,
    RepetitionWarned,
    ToolDecided,
    ToolFinished,
    ToolRequested,
)
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.conversation_changes import MAX_TOKEN_FACTOR
from architect.domain.journal.event_json import record_line
from architect.domain.journal.events import Event, Record
from architect.domain.journal.fold import CHANGES, apply
from architect.domain.journal.model_events import (
    ContextCompacted,
    ModelDelta,
    ModelNudged,
    ModelReplied,
    ModelRequested,
    ModelRetried,
    Purpose,
)
from architect.domain.journal.run_events import BudgetWarned, RunFinished, SafetyNetHit, StepStarted
from architect.domain.journal.state import AgentState, Denial, HookFailure, Spending, ToolUse
from architect.domain.messages import (
    AssistantMessage,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import FinishReason
from architect.domain.outcome import PlannedAction, Status, StopReason
from architect.domain.prices import Price, PriceList
from architect.domain.usage import Usage
from architect.domain.verdict import Choice, ConfirmMode

A, B = CallId("a"), CallId("b")
TWO_CALLS = (ToolCall(A, "read_file", '{"path": "a"}'), ToolCall(B, "grep", '{"pattern": "b"}'))


def fold(events: Iterable[Event]) -> AgentState:
    return reduce(apply, events, AgentState())


def finished(call_id: CallId, text: str = "ok", **changes: Any) -> ToolFinished:
    fields: dict[str, Any] = {"name": "read_file", "path": None, "success": True, "error": None}
    fields |= {"step": 1, "duration_s": 0.0} | changes
    return ToolFinished(call_id=call_id, text=text, **fields)


def replied(input_tokens: int, *, cost_usd: float | None, purpose: Purpose) -> ModelReplied:
    usage = Usage(input_tokens, 10)
    return replace(reply_event(1, text="t"), usage=usage, cost_usd=cost_usd, purpose=purpose)


def requested(estimated_tokens: int) -> ModelRequested:
    return ModelRequested(step=1, purpose="step", messages=2, estimated_tokens=estimated_tokens)


def compacted(dropped: int, **changes: Any) -> ContextCompacted:
    return ContextCompacted(
        dropped_steps=dropped, tokens_before=9, tokens_after=5, note="[less]", **changes
    )


def test_before_the_first_event_nothing_is_known() -> None:
    assert AgentState().messages == ()


def test_a_run_starts_with_its_system_message_and_its_task() -> None:
    state = fold([started_event(system="be good", opening="do it")])
    assert state.messages == (SystemMessage("be good"), UserMessage("do it"))


def test_results_follow_their_reply_in_the_order_of_its_calls() -> None:
    state = fold([started_event(), reply_event(1, *TWO_CALLS), finished(B, "2"), finished(A, "1")])
    assert state.messages[2:] == (
        AssistantMessage("", TWO_CALLS),
        ToolMessage(A, "read_file", "1"),
        ToolMessage(B, "read_file", "2"),
    )


def test_a_call_without_a_result_is_unanswered() -> None:
    state = fold([started_event(), reply_event(1, *TWO_CALLS), finished(A)])
    assert state.steps[-1].unanswered == TWO_CALLS[1:]


def test_a_reply_for_the_run_itself_costs_money_and_is_no_part_of_the_conversation() -> None:
    compact = replied(1_000, cost_usd=0.5, purpose=cast(Purpose, "compact"))
    before = fold([started_event(), reply_event(1, *TWO_CALLS), finished(A), finished(B)])
    after = apply(before, compact)
    assert after.messages == before.messages
    assert after.closing_text is None
    assert after.spending.cost_usd == 0.5
    assert after.spending.by_source["summary"].usage.input_tokens == 1_000


@pytest.mark.parametrize("empty", ["", " \n"])
def test_a_reply_without_text_or_calls_is_not_sent_back_but_its_nudge_is(empty: str) -> None:
    nudge = ModelNudged(step=1, reason="empty", text="say something")
    state = fold([started_event(), reply_event(1, text=empty), nudge])
    assert state.messages[2:] == (UserMessage("say something"),)


def test_a_repetition_warning_stands_below_the_result_it_is_about() -> None:
    warned = RepetitionWarned(call_id=B, count=3, text="[again]")
    reply = reply_event(1, *TWO_CALLS)
    state = fold([started_event(), reply, finished(A, "1"), finished(B, "2"), warned])
    assert [m.text for m in state.messages[3:]] == ["1", "2\n[again]"]


def hook_ran(context: str = "", *, problem: str = "") -> HookRan:
    return HookRan(
        hook_event=HookEvent.PRE_LLM_CALL,
        name="h",
        tool=None,
        outcome=HookOutcome.FAILED if problem else HookOutcome.OK,
        problem=problem,
        exit_code=0,
        output="",
        context=context,
        duration_s=0.0,
    )


def test_what_hooks_say_before_the_first_step_stands_below_the_task() -> None:
    state = fold([started_event(), hook_ran("one"), hook_ran("two")])
    assert state.messages[-1] == UserMessage("mend it\n\none\n\ntwo")


def test_what_hooks_say_later_follows_the_results_and_the_nudge_as_one_message() -> None:
    nudged = ModelNudged(step=1, reason="r", text="again")
    told = [hook_ran("one"), finished(A), finished(B), nudged, hook_ran("two")]
    state = fold([started_event(), reply_event(1, *TWO_CALLS), *told])
    assert state.messages[-3:] == (
        ToolMessage(A, "read_file", "ok"),
        ToolMessage(B, "read_file", "ok"),
        UserMessage("again\n\none\n\ntwo"),
    )
    check_conversation(state.messages)


def test_failed_hooks_are_kept_and_say_nothing_to_the_model() -> None:
    state = fold([started_event(), hook_ran(problem="exit 1"), hook_ran()])
    assert state.hook_failures == (HookFailure(HookEvent.PRE_LLM_CALL, "h", "exit 1"),)
    assert state.messages[-1] == UserMessage("mend it")


def test_a_compaction_drops_the_oldest_steps_and_leaves_a_note_with_the_task() -> None:
    steps = [reply_event(number, text=f"step {number}") for number in (1, 2, 3)]
    state = fold([started_event(), *steps, compacted(2)])
    assert state.messages == (
        SystemMessage("You are a test."),
        UserMessage("mend it\n\n[less]"),
        AssistantMessage("step 3"),
    )


def test_a_compaction_may_empty_results_of_the_last_step() -> None:
    events = [started_event(), reply_event(1, *TWO_CALLS), finished(A, "long"), finished(B, "2")]
    state = fold([*events, compacted(0, emptied_calls=(A,), placeholder="[gone]")])
    assert [m.text for m in state.messages[3:]] == ["[gone]", "2"]


def test_what_providers_count_raises_the_estimate_but_never_lowers_it() -> None:
    def factor(counted: int) -> float:
        reply = replied(counted, cost_usd=None, purpose="step")
        return fold([started_event(), requested(100), reply]).token_factor

    assert factor(150) == 1.5
    assert factor(50) == 1.0
    assert factor(100_000) == MAX_TOKEN_FACTOR


def test_a_reply_without_a_count_leaves_the_estimate_as_it_is() -> None:
    counted = replied(150, cost_usd=None, purpose="step")
    state = fold([started_event(), requested(100), counted, requested(100), reply_event(2)])
    assert state.token_factor == 1.5


def test_spending_is_told_apart_by_what_it_was_for() -> None:
    step = replied(100, cost_usd=0.5, purpose="step")
    close = replied(200, cost_usd=0.25, purpose="close")
    state = fold([started_event(), step, close])
    assert state.spending == Spending(
        Usage(300, 20),
        0.75,
        by_source={
            "agent": Spending(Usage(100, 10), 0.5),
            "summary": Spending(Usage(200, 10), 0.25),
        },
    )


def test_replies_of_unknown_price_are_counted() -> None:
    events = [replied(100, cost_usd=None, purpose="step"), replied(1, cost_usd=1.0, purpose="step")]
    spending = fold([started_event(), *events]).spending
    assert (spending.unpriced_calls, spending.cost_usd) == (1, 1.0)
    assert spending.by_source["agent"].unpriced_calls == 1


def test_a_closing_summary_is_no_step_of_the_conversation() -> None:
    close = replied(1, cost_usd=None, purpose="close")
    state = fold([started_event(), reply_event(1, text="work"), close])
    assert len(state.steps) == 1
    assert state.closing_text == "t"


def test_finished_calls_are_listed_with_what_became_of_them() -> None:
    failure = finished(A, "Error: no", success=False, error="no", path="a.py")
    state = fold([started_event(), reply_event(1, *TWO_CALLS), failure])
    assert state.tools_used == (ToolUse(A, "read_file", "a.py", success=False, error="no"),)


def test_calls_are_listed_in_their_order_whichever_ended_first() -> None:
    first, second = finished(A, "one"), finished(B, "two")
    state = fold([started_event(), reply_event(1, *TWO_CALLS), second, first])
    assert [use.call_id for use in state.tools_used] == [A, B]


def test_denials_are_listed_and_permissions_are_not() -> None:
    def decided(*, allowed: bool) -> ToolDecided:
        return ToolDecided(
            call_id=A, name="x", summary="s", allowed=allowed, by="rule", reason="why"
        )

    state = fold([started_event(), decided(allowed=True), decided(allowed=False)])
    assert state.denials == (Denial("x", "s", "rule", "why"),)


def test_a_file_changed_twice_is_listed_once_and_counted_twice() -> None:
    def changed(path: str) -> FileChanged:
        return FileChanged(
            call_id=A, path=path, kind="modified", diff="", lines_added=1, lines_removed=0
        )

    state = fold([started_event(), changed("b"), changed("a"), changed("b")])
    assert (state.files_modified, state.changes) == (("b", "a"), 3)


def test_a_planned_action_is_kept() -> None:
    action = PlannedAction(1, "edit_file", "a.py")
    assert fold([started_event(), ActionPlanned(call_id=A, action=action)]).planned == (action,)


def test_the_last_event_says_how_the_run_ended() -> None:
    hit = SafetyNetHit(reason=StopReason.TIMEOUT, message="late")
    end = RunFinished(
        status=Status.PARTIAL, stop_reason=hit.reason, output="half", error=None, duration_s=2.5
    )
    before = fold([started_event(), hit])
    assert (before.stop_reason, before.status) == (StopReason.TIMEOUT, None)
    after = apply(before, end)
    assert (after.status, after.output, after.duration_s) == (Status.PARTIAL, "half", 2.5)


def test_every_event_is_folded_by_a_function_that_takes_it() -> None:
    for kind, change in CHANGES.items():
        _, event, _ = get_type_hints(change).values()
        assert kind in (get_args(event) or (event,))


@pytest.mark.parametrize(
    "event",
    [
        ModelDelta(text="x"),
        ModelRetried(attempt=1, delay_s=2.0, reason="busy"),
        ToolRequested(step=1, call_id=A, name="x", arguments="{}"),
        BudgetWarned(message="much"),
    ],
)
def test_events_that_only_report_give_the_state_back_as_it_is(event: Event) -> None:
    state = fold([started_event()])
    assert apply(state, event) is state


# Histories as the loop makes them: every reply, then its results in any order, now and then a
# compaction, and a last step that may have been interrupted.


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    events: list[Event] = [started_event(task=draw(st.text(max_size=20)))]
    kept = 0
    for number in range(1, draw(st.integers(1, 6)) + 1):
        count = draw(st.integers(0, 3))
        calls = tuple(ToolCall(CallId(f"{number}.{i}"), f"t{i}", "{}") for i in range(count))
        events += [StepStarted(step=number), requested(draw(st.integers(1, 500)))]
        usage = draw(st.none() | st.builds(Usage, st.integers(0, 999), st.integers(0, 999)))
        reply = reply_event(number, *calls, text=draw(st.text(max_size=5)))
        cost_usd = draw(st.none() | st.floats(0, 9))
        events.append(replace(reply, usage=usage, cost_usd=cost_usd))
        for done in draw(st.permutations(calls)):
            text = draw(st.text(max_size=9))
            events.append(finished(done.id, text, name=done.name, step=number))
        if not calls:
            nudge = ModelNudged(step=number, reason="empty", text="go on")
            events.append(nudge)
        kept += 1
        if draw(st.booleans()):
            dropped = draw(st.integers(0, kept - 1))
            emptied = tuple(one.id for one in calls if draw(st.booleans()))
            events.append(compacted(dropped, emptied_calls=emptied, placeholder="[-]"))
            kept -= dropped
    return events


@given(histories())
def test_the_conversation_of_any_history_is_one_that_providers_take(events: list[Event]) -> None:
    check_conversation(fold(events).messages)


@settings(max_examples=tries(40, long=1000))
@given(histories())
def test_any_history_written_and_read_back_folds_into_the_same_state(
    events: list[Event],
) -> None:
    reader = TypeAdapter(Record)
    lines = [
        record_line(Record(RunId(f"{SESSION}.1"), seq, datetime.now(UTC), event))
        for seq, event in enumerate(events, start=1)
    ]
    read = [reader.validate_python(json.loads(line)).event for line in lines]
    assert read == events
    assert fold(read) == fold(events)


@given(histories(), st.data())
def test_a_state_never_changes_once_it_is_there(events: list[Event], data: st.DataObject) -> None:
    middle = data.draw(st.integers(0, len(events)))
    state = fold(events[:middle])
    before = repr(state)
    reduce(apply, events[middle:], state)
    assert repr(state) == before


LARGE = "x" * 6_000
EVERYTHING = (
    call_reply(call("read_file", path="a.py"), call("read_file", path="b.py"), text="Looking."),
    call_reply(call("edit_file", path="a.py", old_str="1", new_str="2")),
    call_reply(call("delete_file", path="b.py"), ScriptedCall("read_file", '{"path": ')),
    call_reply(call("no_such_tool")),
    ScriptedReply(text="cut", finish=FinishReason.LENGTH, usage=Usage(4_000, 50, 100)),
    ScriptedReply(),
    *(call_reply(call("read_file", path="large.txt")) for _ in range(4)),
    text_reply("Done."),
)


def test_a_journal_read_back_folds_into_the_very_state_the_run_ended_with(tmp_path: Path) -> None:
    journal = JsonlJournal(tmp_path, SESSION)
    rig = make_rig(
        *EVERYTHING,
        files={"a.py": b"x = 1\n", "b.py": b"", "large.txt": LARGE.encode()},
        rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE),
        answers=[Choice.ONCE, Choice.DENY],
        limits=Limits(max_steps=20, max_context_tokens=5_000),
        prices=PriceList({}, fallback=Price(1.0, 2.0)),
        journal=journal,
    )
    state = rig.go()
    assert state.stop_reason is StopReason.LLM_DONE
    assert rig.sink.of_type(ContextCompacted)
    assert rig.sink.of_type(RepetitionWarned)
    assert rig.sink.of_type(ModelNudged)
    assert state.denials
    assert fold(record.event for record in read_journal(journal.path)) == state


def test_what_a_file_was_before_its_first_change_is_known() -> None:
    def intended(path: str, before: str | None) -> FileChangeIntended:
        return FileChangeIntended(call_id=A, path=path, before_sha256=before, after_sha256="z")

    state = AgentState()
    for event in (intended("a", "1"), intended("b", None), intended("a", "2")):
        state = apply(state, event)
    assert state.contents_before == (("a", "1"), ("b", None))
