from dataclasses import replace

import pytest

from architect.agent.limits import Limits
from architect.agent.safety_nets import first_net
from architect.domain.journal.state import AgentState, Spending
from architect.domain.outcome import StopReason
from architect.domain.usage import Usage

TIGHT = Limits(
    max_steps=5, max_context_tokens=1_000, timeout_s=60, budget_usd=0.5, budget_tokens=1_000
)
SPENT = AgentState(step=5, spending=Spending(Usage(900, 100), 0.5))


def hit(
    state: AgentState = SPENT,
    limits: Limits = TIGHT,
    *,
    interrupted: StopReason | None = None,
    elapsed_s: float = 60.0,
    full_at: int | None = 1_000,
) -> StopReason | None:
    net = first_net(
        state,
        limits,
        interrupted=interrupted,
        elapsed_s=elapsed_s,
        full_at=full_at,
    )
    return net.reason if net else None


def test_when_everything_is_used_up_the_nets_come_in_their_order() -> None:
    fresh = replace(SPENT, step=0)
    thrifty = replace(fresh, spending=Spending())
    assert hit(interrupted=StopReason.USER_INTERRUPT) is StopReason.USER_INTERRUPT
    assert hit() is StopReason.MAX_STEPS
    assert hit(fresh) is StopReason.BUDGET_EXCEEDED
    assert hit(thrifty) is StopReason.TIMEOUT
    assert hit(thrifty, elapsed_s=0.0) is StopReason.CONTEXT_FULL
    assert hit(thrifty, elapsed_s=0.0, full_at=None) is None


@pytest.mark.parametrize(("step", "expected"), [(4, None), (5, StopReason.MAX_STEPS)])
def test_the_last_step_may_be_used(step: int, expected: StopReason | None) -> None:
    state = AgentState(step=step)
    assert hit(state, elapsed_s=0.0, full_at=None) is expected


@pytest.mark.parametrize(
    ("spending", "expected"),
    [
        (Spending(Usage(10, 10), 0.499), None),
        (Spending(Usage(10, 10), 0.5), StopReason.BUDGET_EXCEEDED),
        (Spending(Usage(999, 0), 0.0), None),
        (Spending(Usage(500, 500), 0.0), StopReason.BUDGET_EXCEEDED),
        (Spending(Usage(10, 10), 0.0, unpriced_calls=3), None),
    ],
)
def test_a_budget_is_used_up_when_nothing_of_it_is_left(
    spending: Spending, expected: StopReason | None
) -> None:
    assert hit(AgentState(spending=spending), elapsed_s=0.0, full_at=None) is expected


@pytest.mark.parametrize(
    "limits",
    [
        Limits(max_steps=5, max_context_tokens=1_000, budget_usd=0.0),
        Limits(max_steps=5, max_context_tokens=1_000, budget_tokens=0),
    ],
)
def test_a_budget_of_zero_allows_nothing(limits: Limits) -> None:
    net = hit(AgentState(), limits, elapsed_s=0.0, full_at=None)
    assert net is StopReason.BUDGET_EXCEEDED


def test_without_bounds_nothing_but_steps_and_context_ends_a_run() -> None:
    unbound = Limits(max_steps=9, max_context_tokens=1_000)
    assert hit(SPENT, unbound, elapsed_s=1e9, full_at=None) is None


def test_a_timer_that_fired_counts_although_the_clock_is_a_little_behind() -> None:
    reason = hit(AgentState(), interrupted=StopReason.TIMEOUT, elapsed_s=59.9, full_at=None)
    assert reason is StopReason.TIMEOUT


def test_what_was_hit_says_how_much_was_allowed() -> None:
    def message(state: AgentState, *, elapsed_s: float = 0.0) -> str:
        net = first_net(state, TIGHT, interrupted=None, elapsed_s=elapsed_s, full_at=1_000)
        assert net is not None
        return net.message

    assert message(SPENT) == "all 5 steps are used up"
    assert message(replace(SPENT, step=0)) == "$0.5000 of the budget of $0.5000 are spent"
    tokens = AgentState(spending=Spending(Usage(1_200, 34)))
    assert message(tokens) == "1,234 of 1,000 tokens are spent"
    assert message(AgentState(), elapsed_s=61) == "the run took longer than 60 s"
    assert message(AgentState()) == "the conversation fills its 1,000 tokens"
