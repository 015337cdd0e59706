from dataclasses import replace

import pytest
from tests.support.rig import reply_event, started_event

from architect.agent.decide import MAX_NUDGES, Finish, GiveUp, Nudge, RunTools, next_step
from architect.domain.ids import CallId
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import ModelNudged
from architect.domain.journal.state import AgentState
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import FinishReason

STOP, CALLS, LENGTH, FILTER = FinishReason
CALL = ToolCall(CallId("c1"), "read_file", "{}")


def after(*replies: tuple[str, FinishReason], nudged: int = 0) -> AgentState:
    """The state after `replies` without calls, the first `nudged` of which were nudged about."""
    state = apply(AgentState(), started_event())
    for number, (text, finish) in enumerate(replies, start=1):
        state = apply(state, replace(reply_event(number, text=text), finish=finish))
        if number <= nudged:
            state = apply(state, ModelNudged(step=number, reason="r", text="go on"))
    return state


def after_call(text: str, finish: FinishReason) -> AgentState:
    state = apply(AgentState(), started_event())
    return apply(state, replace(reply_event(1, CALL, text=text), finish=finish))


@pytest.mark.parametrize("text", ["", "Let me look."])
@pytest.mark.parametrize("finish", [CALLS, STOP, LENGTH])
def test_calls_are_run_whatever_stands_beside_them(text: str, finish: FinishReason) -> None:
    assert next_step(after_call(text, finish)) == RunTools((CALL,))


def test_a_text_that_ends_by_itself_is_the_answer() -> None:
    assert next_step(after(("All done.", STOP))) == Finish("All done.")


@pytest.mark.parametrize(
    ("text", "finish", "reason"),
    [
        ("", STOP, "empty"),
        (" \n\t", STOP, "empty"),
        ("", LENGTH, "cut off"),
        ("half a sen", LENGTH, "cut off"),
        ("", CALLS, "announced a tool call"),
        ("I will now", CALLS, "announced a tool call"),
    ],
)
def test_a_reply_that_cannot_be_used_is_asked_for_again(
    text: str, finish: FinishReason, reason: str
) -> None:
    decision = next_step(after((text, finish)))
    assert isinstance(decision, Nudge)
    assert reason in decision.reason
    assert decision.text


def test_a_model_is_given_up_after_two_nudges_in_a_row() -> None:
    unusable = ("", STOP)
    nudges = [next_step(after(*[unusable] * (n + 1), nudged=n)) for n in range(MAX_NUDGES)]
    assert all(isinstance(decision, Nudge) for decision in nudges)
    decision = next_step(after(*[unusable] * (MAX_NUDGES + 1), nudged=MAX_NUDGES))
    assert decision == GiveUp("the reply was empty, 3 times in a row")


def test_a_usable_reply_in_between_starts_the_count_anew() -> None:
    state = after(("", STOP), ("", STOP), nudged=2)
    state = apply(state, reply_event(3, CALL))
    state = apply(state, reply_event(4))
    assert isinstance(next_step(state), Nudge)


@pytest.mark.parametrize("text", ["", "something"])
def test_a_reply_withheld_by_a_filter_is_never_the_answer(text: str) -> None:
    assert isinstance(next_step(after((text, FILTER))), GiveUp)
    assert isinstance(next_step(after_call(text, FILTER)), GiveUp)


def test_an_answer_in_pieces_is_put_together() -> None:
    state = after(("First ", LENGTH), ("second ", LENGTH), ("third.", STOP), nudged=2)
    assert next_step(state) == Finish("First second third.")


def test_an_empty_reply_before_the_answer_is_no_piece_of_it() -> None:
    state = after(("cut", LENGTH), ("", STOP), ("The answer.", STOP), nudged=2)
    assert next_step(state) == Finish("The answer.")
