import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import pytest
from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, Rules, call, make_rig

from architect.adapters.models.recorded.model import ScriptedModel, check_conversation
from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply
from architect.agent.limits import Limits
from architect.domain.effect import Effect
from architect.domain.errors import JournalFault
from architect.domain.journal.call_events import RepetitionWarned, ToolFinished
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import (
    ModelDelta,
    ModelNudged,
    ModelReplied,
    ModelRetried,
)
from architect.domain.journal.run_events import BudgetWarned, SafetyNetHit, StepStarted
from architect.domain.journal.state import AgentState
from architect.domain.messages import AssistantMessage, ToolMessage, UserMessage
from architect.domain.model_exchange import (
    FinishReason,
    ModelReply,
    ModelRequest,
    ReasoningDelta,
    RetryNotice,
    TextDelta,
)
from architect.domain.outcome import ErrorKind, Status, StopReason
from architect.domain.prices import Price, PriceList
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.usage import Usage
from architect.domain.verdict import Choice, ConfirmMode
from architect.ports.model import ProgressListener
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext

T = TypeVar("T")
FILES = {"a.py": b"x = 1\n", "b.py": b"y = 2\n"}
READ_A, READ_B = call("read_file", path="a.py"), call("read_file", path="b.py")
EDIT = call("edit_file", path="a.py", old_str="1", new_str="2")
SAMPLE = Usage(input_tokens=1_000, output_tokens=100)
COSTLY = ScriptedReply(calls=(READ_A,), usage=SAMPLE)
A_DOLLAR_A_REPLY = PriceList({}, fallback=Price(1_000.0, 0.0))


def limits(**changes: Any) -> Limits:
    return Limits(**({"max_steps": 20, "max_context_tokens": 80_000} | changes))


def within_10_s(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 10))


class HangingModel(ScriptedModel):
    """Answers with `replies`, but hangs at request number `at` until it is cancelled."""

    def __init__(self, *replies: ScriptedReply, at: int) -> None:
        super().__init__(replies)
        self.begun = asyncio.Event()
        self.cancelled = False
        self._at = at
        self._asked = 0

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        self._asked += 1
        if self._asked != self._at:
            return await super().complete(request, on_progress)
        check_conversation(request.messages)
        self.begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        raise AssertionError("nobody sets this event")


class NumberArgs(ToolArgs):
    number: int = 0


Act = Callable[[int], Coroutine[Any, Any, None]]


class Acting(BaseTool[NumberArgs]):
    """Does what the test says and then names its number."""

    name = "act"
    description = "Act."
    args_model = NumberArgs
    sensitive = False
    effect = Effect.READ

    def __init__(self, act: Act) -> None:
        self._act = act

    async def run(self, args: NumberArgs, context: ToolContext) -> ToolResult:
        await self._act(args.number)
        return succeeded(f"result {args.number}")


class ActingAlone(Acting):
    name = "act_alone"
    effect = Effect.COMMAND


class Hanging(ActingAlone):
    """Hangs until it is cancelled."""

    name = "hang"

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        super().__init__(self._hang)

    async def _hang(self, number: int) -> None:
        self.begun.set()
        await asyncio.Event().wait()


async def interrupted(rig: Rig, begun: asyncio.Event) -> AgentState:
    """The state of a run that is interrupted as soon as `begun` is set."""
    running = asyncio.create_task(rig.run.go())
    await begun.wait()
    rig.run.interrupt()
    return await running


def stopped(state: AgentState) -> tuple[StopReason | None, Status | None, str]:
    return state.stop_reason, state.status, state.output


# How a run ends


def test_a_model_that_is_done_ends_the_run_with_success() -> None:
    rig = make_rig(call_reply(READ_A), text_reply("It says 1."), files=FILES)
    assert stopped(rig.go()) == (StopReason.LLM_DONE, Status.SUCCESS, "It says 1.")
    assert rig.state.step == 2


def test_when_the_steps_are_used_up_the_model_sums_up_without_tools() -> None:
    rig = make_rig(
        call_reply(READ_A), text_reply("Half done."), files=FILES, limits=limits(max_steps=1)
    )
    assert stopped(rig.go()) == (StopReason.MAX_STEPS, Status.PARTIAL, "Half done.")
    first, closing = rig.scripted.requests
    assert first.tools
    assert not closing.tools
    assert closing.withheld == first.tools
    last = closing.messages[-1]
    assert isinstance(last, UserMessage)
    assert "the only step is used up" in last.text
    assert [event.purpose for event in rig.sink.of_type(ModelReplied)] == ["step", "close"]


def test_calls_in_a_closing_summary_are_not_run() -> None:
    rig = make_rig(
        call_reply(READ_A),
        call_reply(EDIT, text="I would edit."),
        files=FILES,
        limits=limits(max_steps=1),
    )
    assert rig.go().output == "I would edit."
    assert rig.workspace.files == FILES


@pytest.mark.parametrize("fault", ["unavailable", "auth", "context_overflow"])
def test_a_closing_summary_that_fails_leaves_the_reason_as_the_output(fault: str) -> None:
    rig = make_rig(
        call_reply(READ_A), ScriptedReply(fault=fault), files=FILES, limits=limits(max_steps=1)
    )
    assert stopped(rig.go()) == (
        StopReason.MAX_STEPS,
        Status.PARTIAL,
        "Stopped: the only step is used up.",
    )


@pytest.mark.parametrize("nothing", [{"budget_usd": 0.0}, {"budget_tokens": 0}])
def test_a_budget_of_zero_stops_before_the_first_call(nothing: dict[str, Any]) -> None:
    rig = make_rig(text_reply("never"), limits=limits(**nothing))
    state = rig.go()
    assert (state.stop_reason, state.status) == (StopReason.BUDGET_EXCEEDED, Status.PARTIAL)
    assert not rig.scripted.requests
    assert rig.sink.of_type(SafetyNetHit)[0].message in state.output


@pytest.mark.parametrize("budget", [{"budget_usd": 1.5}, {"budget_tokens": 2_000}])
def test_a_spent_budget_ends_the_run_without_another_call(budget: dict[str, Any]) -> None:
    rig = make_rig(
        model=ScriptedModel([COSTLY] * 5, name="priced"),
        files=FILES,
        limits=limits(**budget),
        prices=A_DOLLAR_A_REPLY,
    )
    assert rig.go().stop_reason is StopReason.BUDGET_EXCEEDED
    assert len(rig.scripted.requests) == 2
    assert rig.state.output.startswith("Stopped: ")


@pytest.mark.parametrize(
    ("changes", "calls"), [({"max_steps": 2}, 2), ({"max_steps": 20}, 5)], ids=["steps", "circles"]
)
def test_a_run_that_ends_for_another_reason_is_not_summed_up_on_a_spent_budget(
    changes: dict[str, Any], calls: int
) -> None:
    rig = make_rig(
        model=ScriptedModel([COSTLY] * 6, name="priced"),
        files=FILES,
        limits=limits(budget_usd=calls - 0.5, **changes),
        prices=A_DOLLAR_A_REPLY,
    )
    state = rig.go()
    assert state.stop_reason in (StopReason.MAX_STEPS, StopReason.NO_PROGRESS)
    assert len(rig.scripted.requests) == calls
    assert state.spending.cost_usd == calls


def test_a_time_out_during_a_model_call_ends_it_and_lets_the_model_sum_up() -> None:
    model = HangingModel(call_reply(READ_A), text_reply("So far."), at=2)
    rig = make_rig(model=model, files=FILES, limits=limits(timeout_s=0.05))
    state = within_10_s(rig.run.go())
    assert stopped(state) == (StopReason.TIMEOUT, Status.PARTIAL, "So far.")
    assert model.cancelled


def test_a_time_out_during_a_command_ends_it_and_its_call_is_answered() -> None:
    hang = Hanging()
    rig = make_rig(
        call_reply(call("hang")),
        text_reply("So far."),
        tools=[hang],
        limits=limits(timeout_s=0.05),
    )
    state = within_10_s(rig.run.go())
    assert stopped(state) == (StopReason.TIMEOUT, Status.PARTIAL, "So far.")
    assert (
        state.steps[-1].results[0].text
        == "Error: interrupted; it may have been partially executed, so check before you continue"
    )


def test_a_time_out_while_the_model_sums_up_is_not_an_interrupt_by_the_user() -> None:
    model = HangingModel(call_reply(READ_A), at=2)
    rig = make_rig(model=model, files=FILES, limits=limits(max_steps=1, timeout_s=0.05))
    state = within_10_s(rig.run.go())
    assert stopped(state) == (
        StopReason.MAX_STEPS,
        Status.PARTIAL,
        "Stopped: the only step is used up.",
    )


def test_the_time_limit_is_for_the_run_and_not_for_its_preparation() -> None:
    clock = FrozenClock()
    rig = make_rig(text_reply("done"), clock=clock, limits=limits(timeout_s=60))
    clock.advance(3_600)
    assert rig.go().stop_reason is StopReason.LLM_DONE


def test_a_run_that_ends_in_time_leaves_no_timer_behind() -> None:
    async def scenario() -> None:
        rig = make_rig(text_reply("done"), limits=limits(timeout_s=0.01))
        await rig.run.go()
        later = asyncio.Event()
        asyncio.get_running_loop().call_later(0.02, later.set)
        await later.wait()
        assert rig.stop.reason is None

    within_10_s(scenario())


def test_an_interrupt_during_a_model_call_ends_the_run_at_once() -> None:
    model = HangingModel(call_reply(READ_A), at=2)
    rig = make_rig(model=model, files=FILES)
    state = within_10_s(interrupted(rig, model.begun))
    assert stopped(state) == (
        StopReason.USER_INTERRUPT,
        Status.PARTIAL,
        "Stopped: interrupted by the user.",
    )
    assert model.cancelled
    assert len(model.requests) == 1


def test_an_interrupt_during_a_tool_answers_its_call_and_those_behind_it() -> None:
    hang = Hanging()
    rig = make_rig(
        call_reply(READ_A, call("hang"), EDIT), text_reply("never"), files=FILES, tools=[hang]
    )
    state = within_10_s(interrupted(rig, hang.begun))
    assert state.stop_reason is StopReason.USER_INTERRUPT
    assert [result.text for result in state.steps[-1].results] == [
        "x = 1\n",
        "Error: interrupted; it may have been partially executed, so check before you continue",
        "Error: not executed: the run ended before this call began",
    ]
    assert rig.workspace.files == FILES
    assert len(rig.scripted.requests) == 1
    check_conversation(state.messages)


def test_an_interrupt_during_the_closing_summary_ends_it() -> None:
    model = HangingModel(call_reply(READ_A), at=2)
    rig = make_rig(model=model, files=FILES, limits=limits(max_steps=1))
    state = within_10_s(interrupted(rig, model.begun))
    assert stopped(state) == (
        StopReason.USER_INTERRUPT,
        Status.PARTIAL,
        "Stopped: interrupted by the user.",
    )
    hits = [event.reason for event in rig.sink.of_type(SafetyNetHit)]
    assert hits == [StopReason.MAX_STEPS, StopReason.USER_INTERRUPT]


def test_an_interrupt_before_the_start_asks_the_model_nothing() -> None:
    rig = make_rig(text_reply("never"))
    rig.run.interrupt()
    assert rig.go().stop_reason is StopReason.USER_INTERRUPT
    assert not rig.scripted.requests


def test_a_watcher_that_interrupts_when_it_sees_a_reply_leaves_the_history_whole() -> None:
    class Impatient:
        interrupt: Callable[[], None]

        def show(self, record: Record) -> None:
            if isinstance(record.event, ModelReplied):
                self.interrupt()

    watcher = Impatient()
    rig = make_rig(call_reply(EDIT), files=FILES, sinks=[watcher])
    watcher.interrupt = rig.run.interrupt
    state = rig.go()
    assert state.stop_reason is StopReason.USER_INTERRUPT
    assert rig.workspace.files == FILES
    check_conversation(state.messages)


def test_a_stop_at_a_question_ends_the_run() -> None:
    rig = make_rig(
        call_reply(EDIT),
        text_reply("never"),
        files=FILES,
        answers=[Choice.STOP],
        rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE),
    )
    state = rig.go()
    assert state.stop_reason is StopReason.USER_INTERRUPT
    assert [denial.reason for denial in state.denials] == ["the user stopped the run"]
    assert rig.workspace.files == FILES
    check_conversation(state.messages)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("auth", ErrorKind.AUTHENTICATION),
        ("timeout", ErrorKind.TIMEOUT),
        ("rate_limited", ErrorKind.RATE_LIMIT),
        ("unavailable", ErrorKind.MODEL),
        ("connection", ErrorKind.MODEL),
        ("stream_cut", ErrorKind.MODEL),
        ("garbled", ErrorKind.MODEL),
        ("rejected", ErrorKind.MODEL),
    ],
)
def test_a_model_that_fails_ends_the_run_as_failed(fault: str, kind: ErrorKind) -> None:
    rig = make_rig(call_reply(READ_A), ScriptedReply(text="half", fault=fault), files=FILES)
    assert stopped(rig.go()) == (StopReason.LLM_ERROR, Status.FAILED, "")
    assert rig.state.error is not None
    assert rig.state.error.kind is kind
    assert fault in rig.state.error.message


def test_a_task_that_fills_the_context_ends_the_run_before_the_first_call() -> None:
    rig = make_rig(text_reply("never"), limits=limits(max_context_tokens=1_000))
    assert rig.go().stop_reason is StopReason.CONTEXT_FULL
    assert not rig.scripted.requests


def test_a_reply_that_fills_the_context_by_itself_ends_the_run() -> None:
    large = call("write_file", path="a.py", content="x" * 400_000)
    rig = make_rig(call_reply(large), text_reply("never"), limits=limits())
    state = rig.go()
    assert state.stop_reason is StopReason.CONTEXT_FULL
    assert state.status is Status.PARTIAL
    assert len(rig.scripted.requests) == 1
    assert len(rig.workspace.files["a.py"]) == 400_000


def test_going_round_in_circles_is_told_at_three_and_ends_the_run_at_five() -> None:
    rig = make_rig(*[call_reply(READ_A)] * 5, text_reply("I was stuck."), files=FILES)
    assert stopped(rig.go()) == (StopReason.NO_PROGRESS, Status.PARTIAL, "I was stuck.")
    assert [event.count for event in rig.sink.of_type(RepetitionWarned)] == [3, 4]
    told = [
        "[This is the same result" in message.text
        for message in rig.state.messages
        if isinstance(message, ToolMessage)
    ]
    assert told == [False, False, True, True, False]


def test_a_change_in_between_is_progress() -> None:
    edits = [
        call("edit_file", path="a.py", old_str=str(n), new_str=str(n + 1)) for n in range(1, 7)
    ]
    replies = [reply for edit in edits for reply in (call_reply(READ_B), call_reply(edit))]
    rig = make_rig(*replies, text_reply("done"), files=FILES)
    assert rig.go().stop_reason is StopReason.LLM_DONE
    assert not rig.sink.of_type(RepetitionWarned)


@pytest.mark.parametrize(
    "unusable",
    [
        ScriptedReply(),
        ScriptedReply(text=" \n"),
        ScriptedReply(text="cut", finish=FinishReason.LENGTH),
        ScriptedReply(finish=FinishReason.TOOL_CALLS),
    ],
)
def test_a_reply_that_cannot_be_used_is_asked_for_again_and_given_up_after_two_nudges(
    unusable: ScriptedReply,
) -> None:
    repaired = make_rig(unusable, unusable, text_reply(" end"), files=FILES)
    assert repaired.go().status is Status.SUCCESS
    assert len(repaired.sink.of_type(ModelNudged)) == 2
    given_up = make_rig(unusable, unusable, unusable, text_reply("never"))
    assert given_up.go().stop_reason is StopReason.LLM_ERROR
    assert given_up.state.status is Status.FAILED
    assert given_up.state.error is not None
    assert "3 times in a row" in given_up.state.error.message


def test_an_answer_that_was_cut_off_is_put_together() -> None:
    cut = ScriptedReply(text="First half, ", finish=FinishReason.LENGTH)
    assert make_rig(cut, text_reply("second half.")).go().output == "First half, second half."


def test_a_reply_withheld_by_a_filter_is_no_success() -> None:
    rig = make_rig(ScriptedReply(text="I", finish=FinishReason.CONTENT_FILTER))
    assert stopped(rig.go()) == (StopReason.LLM_ERROR, Status.FAILED, "")


def test_a_run_to_which_something_was_denied_is_no_success() -> None:
    rig = make_rig(
        call_reply(EDIT),
        text_reply("I could not."),
        files=FILES,
        rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE),
    )
    assert stopped(rig.go()) == (StopReason.LLM_DONE, Status.PARTIAL, "I could not.")


# What happens on the way


def test_text_beside_calls_is_kept() -> None:
    rig = make_rig(call_reply(READ_A, text="Let me look."), text_reply("done"), files=FILES)
    rig.go()
    said = rig.scripted.requests[1].messages[2]
    assert isinstance(said, AssistantMessage)
    assert said.text == "Let me look."
    assert [event.text for event in rig.sink.of_type(ModelDelta)] == [
        "Let ",
        "me ",
        "look.",
        "done",
    ]


def test_how_long_the_model_thought_is_on_record() -> None:
    clock = FrozenClock()

    class Thinking:
        name = "thinking"

        async def complete(
            self, request: ModelRequest, on_progress: ProgressListener
        ) -> ModelReply:
            clock.advance(2)
            on_progress(ReasoningDelta("void"))
            clock.advance(1)
            on_progress(RetryNotice(1, 5.0, "overloaded"))
            clock.advance(5)
            clock.advance(1.5)
            on_progress(ReasoningDelta("hm"))
            clock.advance(4)
            on_progress(TextDelta("done"))
            return ModelReply("done", reasoning="hm")

        async def aclose(self) -> None:
            pass

    rig = make_rig(model=Thinking(), clock=clock)
    rig.go()
    [replied] = rig.sink.of_type(ModelReplied)
    assert (replied.reasoning, replied.reasoning_s, replied.duration_s) == ("hm", 1.5, 13.5)


def test_reads_of_one_reply_overlap() -> None:
    barrier = asyncio.Barrier(4)

    async def meet(number: int) -> None:
        await barrier.wait()

    rig = make_rig(
        call_reply(*(call("act", number=n) for n in range(4))),
        text_reply("done"),
        tools=[Acting(meet)],
    )
    assert within_10_s(rig.run.go()).status is Status.SUCCESS


def most_at_once(rules: Rules, calls: Sequence[ScriptedCall]) -> int:
    """How many of `calls` were ever running at the same time."""
    running = most = 0

    async def count(number: int) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(20):
            await asyncio.sleep(0)
        running -= 1

    tools = [Acting(count), ActingAlone(count)]
    rig = make_rig(call_reply(*calls), text_reply("done"), tools=tools, rules=rules)
    assert within_10_s(rig.run.go()).status is Status.SUCCESS
    return most


def test_no_more_than_four_reads_run_at_once() -> None:
    assert most_at_once(Rules(), [call("act", number=n) for n in range(12)]) == 4


def test_reads_run_one_by_one_where_that_is_configured() -> None:
    assert most_at_once(Rules(parallel_reads=False), [call("act", number=n) for n in range(6)]) == 1


def test_what_changes_something_runs_alone_and_in_its_place() -> None:
    order: list[str] = []

    async def act(number: int) -> None:
        order.append(f"begin {number}")
        await asyncio.sleep(0)
        order.append(f"end {number}")

    reads_and_writes = [("act", 0), ("act", 1), ("act_alone", 2), ("act_alone", 3), ("act", 4)]
    rig = make_rig(
        call_reply(*(call(name, number=n) for name, n in reads_and_writes)),
        text_reply("done"),
        tools=[Acting(act), ActingAlone(act)],
    )
    rig.go()
    assert order[:2] == ["begin 0", "begin 1"]
    assert sorted(order[2:4]) == ["end 0", "end 1"]
    assert order[4:] == ["begin 2", "end 2", "begin 3", "end 3", "begin 4", "end 4"]


def test_results_keep_the_order_of_their_calls_whichever_finishes_first() -> None:
    finished = [asyncio.Event() for _ in range(4)]

    async def last_first(number: int) -> None:
        if number + 1 < len(finished):
            await finished[number + 1].wait()
        finished[number].set()

    rig = make_rig(
        call_reply(*(call("act", number=n) for n in range(4))),
        text_reply("done"),
        tools=[Acting(last_first)],
    )
    within_10_s(rig.run.go())
    ends = [event.text for event in rig.sink.of_type(ToolFinished)]
    assert ends == ["result 3", "result 2", "result 1", "result 0"]
    sent = [m.text for m in rig.scripted.requests[1].messages if isinstance(m, ToolMessage)]
    assert sent == ["result 0", "result 1", "result 2", "result 3"]


def test_ids_that_come_again_in_every_reply_are_told_apart() -> None:
    def reply(path: str) -> ScriptedReply:
        same = [call("read_file", id="call_0", path=path), call("list_files", id="call_0")]
        return call_reply(*same)

    rig = make_rig(reply("a.py"), reply("b.py"), text_reply("done"), files=FILES)
    state = rig.go()
    assert state.status is Status.SUCCESS
    assert [[result.text for result in step.results] for step in state.steps[:2]] == [
        ["x = 1\n", "a.py\nb.py"],
        ["y = 2\n", "a.py\nb.py"],
    ]


def test_a_thousand_calls_in_one_reply_are_all_answered() -> None:
    calls = [call("read_file", id="x", path="a.py", offset=1, limit=n + 1) for n in range(1_000)]
    rig = make_rig(call_reply(*calls), text_reply("done"), files=FILES)
    state = rig.go()
    assert state.status is Status.SUCCESS
    assert len(state.steps[0].results) == 1_000


def test_an_unknown_tool_and_broken_arguments_do_not_end_a_run() -> None:
    rig = make_rig(
        call_reply(call("raed_file", path="a.py"), ScriptedCall("read_file", '{"path": ')),
        text_reply("done"),
        files=FILES,
    )
    assert rig.go().status is Status.SUCCESS
    unknown, broken = (result.text for result in rig.state.steps[0].results)
    assert "did you mean 'read_file'" in unknown
    assert "not valid JSON" in broken


def test_retries_of_the_model_are_shown() -> None:
    class Stumbling(ScriptedModel):
        async def complete(
            self, request: ModelRequest, on_progress: ProgressListener
        ) -> ModelReply:
            on_progress(RetryNotice(1, 2.0, "overloaded"))
            return await super().complete(request, on_progress)

    rig = make_rig(model=Stumbling([text_reply("done")]))
    rig.go()
    at = rig.run.context.clock.now().timestamp() + 2.0
    assert rig.sink.of_type(ModelRetried) == [
        ModelRetried(attempt=1, delay_s=2.0, reason="overloaded", retry_at=at)
    ]


def test_the_budget_warning_comes_once() -> None:
    model = ScriptedModel([COSTLY, COSTLY, COSTLY, text_reply("done")], name="priced")
    rig = make_rig(
        model=model, files=FILES, limits=limits(warn_at_usd=1.5), prices=A_DOLLAR_A_REPLY
    )
    rig.go()
    (warned,) = rig.sink.of_type(BudgetWarned)
    assert warned.message == "$2.0000 spent (warning at $1.5000)"


def test_a_budget_that_cannot_be_held_is_told_before_the_first_step() -> None:
    model = ScriptedModel([text_reply("done")], name="mystery")
    rig = make_rig(model=model, limits=limits(budget_usd=1.0))
    rig.go()
    kinds = [type(event) for event in rig.sink.events]
    assert kinds.index(BudgetWarned) < kinds.index(StepStarted)


def test_every_step_is_forced_onto_the_disk_before_the_next_one_changes_anything() -> None:
    order: list[str] = []

    class Ordered(MemoryJournal):
        async def sync(self) -> None:
            await asyncio.sleep(0)
            order.append("synced")

        async def aclose(self) -> None:
            order.append("closed")

    async def act(number: int) -> None:
        order.append(f"step {number}")

    replies = [call_reply(call("act", number=n)) for n in (1, 2)]
    rig = make_rig(*replies, text_reply("done"), tools=[Acting(act)], journal=Ordered())
    rig.go()
    assert order == ["step 1", "synced", "step 2", "synced", "closed"]


def test_a_journal_that_cannot_be_forced_onto_the_disk_ends_the_run() -> None:
    class Unsafe(MemoryJournal):
        async def sync(self) -> None:
            raise JournalFault("input/output error")

    rig = make_rig(
        call_reply(READ_A), call_reply(EDIT), text_reply("done"), files=FILES, journal=Unsafe()
    )
    with pytest.raises(JournalFault, match="input/output error"):
        rig.go()
    assert rig.workspace.files == FILES


def test_a_budget_holds_although_the_provider_does_not_count() -> None:
    rig = make_rig(*[ScriptedReply(calls=(READ_A,))] * 3, limits=limits(budget_tokens=1))
    rig.go()
    state = rig.state
    assert state.stop_reason is StopReason.BUDGET_EXCEEDED
    assert state.step == 1
    assert state.spending.usage.estimated
    assert state.token_factor == 1.0
