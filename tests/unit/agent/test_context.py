from collections.abc import Sequence
from dataclasses import replace
from functools import cache, reduce

from hypothesis import given
from hypothesis import strategies as st
from tests.support.replies import call_reply, text_reply
from tests.support.rig import call, make_rig, reply_event, started_event

from architect.adapters.models.recorded.model import check_conversation
from architect.adapters.models.recorded.script import ScriptedReply
from architect.agent.compaction import PLACEHOLDER, TARGET_SHARE, halving, when_full
from architect.agent.context import FULL_SHARE, ContextManager
from architect.agent.limits import Limits
from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.events import Event, Record
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import ContextCompacted, ModelRequested
from architect.domain.journal.run_events import SafetyNetHit, StepStarted
from architect.domain.journal.state import AgentState
from architect.domain.messages import SystemMessage, ToolCall, ToolMessage, UserMessage
from architect.domain.model_exchange import ToolSchema
from architect.domain.outcome import StopReason
from architect.domain.tokens import estimate_tokens
from architect.execution.context_window import ContextWindow

LIMIT = 2_000
TOOL: ToolSchema = {"type": "function", "function": {"name": "read_file"}}


def compacted(context: ContextManager, state: AgentState) -> ContextCompacted | None:
    return when_full(state, context.size(state))


def halved(context: ContextManager, state: AgentState) -> ContextCompacted | None:
    return halving(state, context.size(state))


def changed(path: str) -> FileChanged:
    return FileChanged(
        call_id=CallId("c"), path=path, kind="modified", diff="", lines_added=1, lines_removed=0
    )


def step_events(number: int, result_sizes: Sequence[int]) -> list[Event]:
    calls = tuple(
        ToolCall(CallId(f"{number}.{index}"), "read_file", "{}")
        for index in range(len(result_sizes))
    )
    results = [
        ToolFinished(
            step=number,
            call_id=one.id,
            name=one.name,
            path=None,
            success=True,
            error=None,
            text="x" * size,
            duration_s=0.0,
        )
        for one, size in zip(calls, result_sizes, strict=True)
    ]
    return [StepStarted(step=number), reply_event(number, *calls, text="ok"), *results]


def state_of(*steps: Sequence[int], files: Sequence[str] = (), factor: float = 1.0) -> AgentState:
    """A state with one step for each list of result sizes in characters."""
    events: list[Event] = [started_event(system="SYSTEM", opening="TASK")]
    for number, sizes in enumerate(steps, start=1):
        events += step_events(number, sizes)
    state = reduce(apply, [*events, *map(changed, files)], AgentState())
    return replace(state, token_factor=factor)


@st.composite
def states(draw: st.DrawFn) -> AgentState:
    steps = draw(st.lists(st.lists(st.integers(0, 6_000), max_size=4), max_size=8))
    files = draw(st.lists(st.text("abcdef/", min_size=1, max_size=30), max_size=60))
    return state_of(*steps, files=files, factor=draw(st.floats(1.0, 4.0)))


def test_a_short_conversation_is_left_alone() -> None:
    assert compacted(ContextManager(ContextWindow(LIMIT), [TOOL]), state_of([100], [100])) is None


def test_nothing_is_dropped_before_the_context_is_nearly_full() -> None:
    context = ContextManager(ContextWindow(LIMIT), [])
    fits = state_of([4_000], [3_300])
    assert LIMIT * 0.9 < context.size(fits).tokens <= LIMIT * FULL_SHARE
    assert compacted(context, fits) is None


def test_the_oldest_steps_go_first_and_only_as_many_as_needed() -> None:
    context = ContextManager(ContextWindow(LIMIT), [])
    state = state_of([4_000], [2_400], [1_200], [400])
    compaction = compacted(context, state)
    assert compaction is not None
    assert (compaction.dropped_steps, compaction.emptied_calls) == (1, ())
    after = apply(state, compaction)
    assert [step.number for step in after.steps] == [2, 3, 4]
    assert context.size(after).tokens <= LIMIT * TARGET_SHARE


def test_the_note_names_the_first_step_that_is_left_and_the_files_changed() -> None:
    state = state_of([9_000], [100], files=["src/b.py", "src/a.py"])
    compaction = compacted(ContextManager(ContextWindow(LIMIT), []), state)
    assert compaction is not None
    assert compaction.note == (
        "[The steps before step 2 are left out to save context. "
        "Files changed so far: src/b.py, src/a.py.]"
    )


def test_if_the_last_step_alone_is_too_long_its_oldest_results_give_way() -> None:
    state = state_of([100], [6_000, 6_000, 100])
    compaction = compacted(ContextManager(ContextWindow(LIMIT), []), state)
    assert compaction is not None
    assert compaction.dropped_steps == 1
    assert compaction.emptied_calls == ("2.0", "2.1")
    results = [m.text for m in apply(state, compaction).messages if isinstance(m, ToolMessage)]
    assert results == [PLACEHOLDER, PLACEHOLDER, "x" * 100]


def test_where_nothing_can_go_nothing_is_planned() -> None:
    state = apply(AgentState(), started_event(opening="x" * 40_000))
    context = ContextManager(ContextWindow(LIMIT), [])
    assert context.size(state).is_full
    assert compacted(context, state) is None
    assert halved(context, state) is None


def test_the_schemas_of_the_tools_count() -> None:
    state = state_of([100])
    window = ContextWindow(LIMIT)
    plain, with_tool = ContextManager(window, []), ContextManager(window, [TOOL] * 3)
    difference = with_tool.size(state).tokens - plain.size(state).tokens
    assert difference == 3 * estimate_tokens(str(TOOL))
    assert with_tool.request_tokens(state.messages, with_tools=False) == plain.request_tokens(
        state.messages
    )


def test_the_arguments_of_calls_count() -> None:
    context = ContextManager(ContextWindow(LIMIT), [])
    events = [started_event(), reply_event(1, ToolCall(CallId("c"), "write_file", "x" * 4_000))]
    assert context.size(reduce(apply, events, AgentState())).tokens > 1_000


def test_halving_makes_room_even_when_our_own_count_says_that_there_is_some() -> None:
    context = ContextManager(ContextWindow(1_000_000), [])
    state = state_of([4_000], [4_000], [4_000], [4_000])
    shorter = halved(context, state)
    assert shorter is not None
    assert context.size(apply(state, shorter)).tokens <= context.size(state).tokens / 2 + 60


@given(states())
def test_after_any_compaction_the_conversation_is_whole(state: AgentState) -> None:
    context = ContextManager(ContextWindow(LIMIT), [])
    for compaction in (compacted(context, state), halved(context, state)):
        if compaction is None:
            continue
        after = apply(state, compaction)
        check_conversation(after.messages)
        system, opening = after.messages[:2]
        assert system == SystemMessage("SYSTEM")
        assert isinstance(opening, UserMessage)
        assert opening.text.startswith("TASK")
        if compaction.dropped_steps:
            assert all(path in opening.text for path in state.files_modified)
        assert after.steps[-1].reply == state.steps[-1].reply


@given(states())
def test_one_compaction_is_enough_or_nothing_more_can_go(state: AgentState) -> None:
    context = ContextManager(ContextWindow(LIMIT), [])
    compaction = compacted(context, state)
    if compaction is None:
        return
    after = apply(state, compaction)
    assert not context.size(after).is_full or compacted(context, after) is None


@given(states())
def test_the_plan_foresees_what_is_left(state: AgentState) -> None:
    context = ContextManager(ContextWindow(LIMIT), [])
    compaction = compacted(context, state)
    if compaction is not None:
        assert compaction.tokens_before == context.size(state).tokens
        left = context.size(apply(state, compaction)).tokens
        assert abs(compaction.tokens_after - left) <= 8 * state.token_factor


def test_a_long_list_of_changed_files_is_reckoned_with() -> None:
    files = [f"src/a_rather_long_folder/module_{number}.py" for number in range(40)]
    state = state_of(*[[600]] * 12, files=files)
    context = ContextManager(ContextWindow(LIMIT), [])
    compaction = compacted(context, state)
    assert compaction is not None
    assert context.size(apply(state, compaction)).tokens <= LIMIT * TARGET_SHARE


@given(states())
def test_halving_comes_to_an_end(state: AgentState) -> None:
    context = ContextManager(ContextWindow(LIMIT), [])
    for _ in range(100):
        shorter = halved(context, state)
        if shorter is None:
            return
        state = apply(state, shorter)
    raise AssertionError("halving still found something to leave out")


# The same through the whole loop.


LARGE = {"large.txt": b"".join(b"%06d 345678901234567890123456789\n" % n for n in range(20_000))}
PAGES = [
    call_reply(call("read_file", path="large.txt", offset=1 + 200 * (n % 90), limit=200 + n // 90))
    for n in range(30)
]
TWENTY_THOUSAND = Limits(max_steps=300, max_context_tokens=20_000)


def test_a_request_that_the_provider_finds_too_long_is_halved_and_sent_again() -> None:
    replies = [*PAGES[:4], ScriptedReply(fault="context_overflow"), text_reply("Read.")]
    rig = make_rig(*replies, files=LARGE)
    assert rig.go().output == "Read."
    (compaction,) = rig.sink.of_type(ContextCompacted)
    assert compaction.dropped_steps > 0
    *_, refused, accepted = rig.sink.of_type(ModelRequested)
    assert refused.step == accepted.step == 5
    assert accepted.estimated_tokens <= refused.estimated_tokens / 2 + 60


def test_a_provider_that_finds_everything_too_long_ends_the_run() -> None:
    overflow = ScriptedReply(fault="context_overflow")
    rig = make_rig(*PAGES[:4], *[overflow] * 10, files=LARGE)
    state = rig.go()
    assert state.stop_reason is StopReason.CONTEXT_FULL
    assert state.output.startswith("Stopped: ")


@cache
def steps_until_it_is_full() -> int:
    rig = make_rig(*PAGES, text_reply("Read."), files=LARGE, limits=TWENTY_THOUSAND)
    rig.go()
    events = [type(event) for event in rig.sink.events]
    return events[: events.index(ContextCompacted)].count(StepStarted)


def test_a_run_whose_steps_are_used_up_makes_room_for_its_summary() -> None:
    steps = steps_until_it_is_full()
    limits = replace(TWENTY_THOUSAND, max_steps=steps)
    rig = make_rig(*PAGES[:steps], text_reply("What I read."), files=LARGE, limits=limits)
    assert rig.go().output == "What I read."
    kinds = (SafetyNetHit, ContextCompacted, ModelRequested)
    last = [each for each in rig.sink.events if isinstance(each, kinds)][-3:]
    assert [type(each) for each in last] == list(kinds)


class InterruptedIn:
    """A sink that interrupts the run when a call of step `step` has its result."""

    def __init__(self, step: int) -> None:
        self._step = step
        self.interrupt = lambda: None

    def show(self, record: Record) -> None:
        if isinstance(record.event, ToolFinished) and record.event.step == self._step:
            self.interrupt()


def test_a_run_that_is_interrupted_makes_no_room() -> None:
    sink = InterruptedIn(steps_until_it_is_full())
    rig = make_rig(*PAGES, files=LARGE, limits=TWENTY_THOUSAND, sinks=[sink])
    sink.interrupt = rig.run.interrupt
    assert rig.go().stop_reason is StopReason.USER_INTERRUPT
    assert rig.sink.of_type(ContextCompacted) == []
