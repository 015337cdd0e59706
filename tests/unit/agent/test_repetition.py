from collections.abc import Sequence

from architect.agent.repetition import STOP_AT, WARN_AT, Repetition, RepetitionWatch, warning
from architect.domain.ids import CallId
from architect.domain.journal.state import Step
from architect.domain.messages import AssistantMessage, ToolCall, ToolMessage
from architect.domain.model_exchange import FinishReason

Done = tuple[str, str, str]
"""The name of a call, its arguments and its result."""

READ: Done = ("read_file", '{"path": "a"}', "same")
GREP: Done = ("grep", '{"pattern": "x"}', "nothing")


def step(*done: Done) -> Step:
    calls = tuple(ToolCall(CallId(str(i)), name, args) for i, (name, args, _) in enumerate(done))
    results = tuple(
        ToolMessage(CallId(str(i)), name, text) for i, (name, _, text) in enumerate(done)
    )
    return Step(1, AssistantMessage("", calls), FinishReason.TOOL_CALLS, results)


def watched(steps: Sequence[Step], changes: Sequence[int] | None = None) -> list[Repetition | None]:
    watch = RepetitionWatch()
    counts = changes or [0] * len(steps)
    return [watch.worst(one, changes=count) for one, count in zip(steps, counts, strict=True)]


def test_the_third_equal_result_is_told_and_every_one_after_it() -> None:
    assert watched([step(READ)] * 5) == [
        None,
        None,
        Repetition(0, 3),
        Repetition(0, 4),
        Repetition(0, 5),
    ]


def test_another_result_of_the_same_call_is_progress() -> None:
    results = [step(("run_command", "{}", f"run {number}")) for number in range(5)]
    assert watched(results) == [None] * 5


def test_other_arguments_are_another_call() -> None:
    pages = [step(("read_file", f'{{"offset": {number}}}', "same")) for number in range(5)]
    assert watched(pages) == [None] * 5


def test_turning_between_two_calls_is_going_round_in_circles_too() -> None:
    told = watched([step(READ), step(GREP)] * 3)
    assert told == [None, None, None, None, Repetition(0, 3), Repetition(0, 3)]


def test_equal_calls_in_one_reply_count_once() -> None:
    assert watched([step(*[READ] * 10)]) == [None]


def test_the_most_repeated_call_of_a_step_is_the_one_told() -> None:
    told = watched([step(READ), step(READ), step(GREP, READ)])
    assert told[-1] == Repetition(1, 3)


def test_a_change_of_a_file_starts_the_count_anew() -> None:
    told = watched([step(READ)] * 6, changes=[0, 0, 1, 1, 1, 1])
    assert told == [None, None, None, None, Repetition(0, 3), Repetition(0, 4)]


def test_a_step_without_calls_repeats_nothing() -> None:
    assert watched([step()] * 6) == [None] * 6


def test_text_that_is_no_unicode_can_be_counted() -> None:
    assert watched([step(("read_file", "{}", "\ud800"))] * 3)[-1] == Repetition(0, 3)


def test_the_warning_says_what_is_repeated_and_when_the_run_ends() -> None:
    text = warning("read_file", WARN_AT)
    assert "same result as 2 times before: read_file" in text
    assert f"after {STOP_AT} times the run ends" in text
