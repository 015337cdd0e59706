import pytest

from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.domain.journal.state import Spending
from architect.domain.prices import Price, PriceList
from architect.domain.usage import Usage

PRICES = PriceList({"gpt-4o": Price(2.0, 10.0, 1.0)})
MILLION = Usage(input_tokens=1_000_000)


def tracker(
    model: str = "gpt-4o", *, budget_usd: float | None = None, warn_at_usd: float | None = None
) -> CostTracker:
    limits = Limits(
        max_steps=9, max_context_tokens=9_000, budget_usd=budget_usd, warn_at_usd=warn_at_usd
    )
    return CostTracker(model, PRICES, limits)


def test_a_reply_costs_what_its_tokens_cost() -> None:
    assert tracker().cost_usd(Usage(1_000_000, 100_000, 500_000)) == pytest.approx(2.5)


def test_a_reply_of_an_unpriced_model_costs_nobody_knows_what() -> None:
    assert tracker("mystery").cost_usd(MILLION) is None


def test_a_local_model_costs_nothing() -> None:
    assert tracker("ollama/llama3").cost_usd(MILLION) == 0.0


def test_a_budget_that_cannot_be_held_is_told_at_the_start() -> None:
    warned = tracker("mystery", budget_usd=1.0).opening_warning()
    assert warned is not None
    assert "'mystery'" in warned.message
    assert "costs.fallback_price" in warned.message


@pytest.mark.parametrize(
    ("model", "budget_usd"), [("gpt-4o", 1.0), ("mystery", None), ("mystery", 0.0)]
)
def test_nothing_is_told_at_the_start_where_the_budget_holds(
    model: str, budget_usd: float | None
) -> None:
    assert tracker(model, budget_usd=budget_usd).opening_warning() is None


def test_the_price_is_looked_up_once_and_not_before_it_is_needed() -> None:
    asked: list[str] = []

    def known(model: str) -> Price:
        asked.append(model)
        return Price(1.0, 1.0)

    costs = CostTracker("gpt-5", PriceList({}, known=known), Limits(9, 9_000))
    assert costs.opening_warning() is None
    assert costs.warning(Spending()) is None
    assert asked == []
    assert [costs.cost_usd(MILLION) for _ in range(2)] == [1.0, 1.0]
    assert asked == ["gpt-5"]


def test_the_warning_comes_once_when_the_mark_is_reached() -> None:
    costs = tracker(warn_at_usd=1.0)
    assert costs.warning(Spending(cost_usd=0.99)) is None
    warned = costs.warning(Spending(cost_usd=1.25))
    assert warned is not None
    assert warned.message == "$1.2500 spent (warning at $1.0000)"
    assert costs.warning(Spending(cost_usd=2.0)) is None


def test_without_a_mark_nothing_is_warned_about() -> None:
    assert tracker().warning(Spending(cost_usd=1e6)) is None
