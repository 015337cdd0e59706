"""What replies cost, and when to warn."""

from functools import cached_property

from architect.agent.limits import Limits
from architect.domain.journal.run_events import BudgetWarned
from architect.domain.journal.state import Spending
from architect.domain.prices import Price, PriceList
from architect.domain.usage import Usage


class CostTracker:
    """Prices the replies of the model and warns once when spending passes a mark."""

    def __init__(self, model: str, prices: PriceList, limits: Limits) -> None:
        self._model = model
        self._prices = prices
        self._limits = limits
        self._warned = False

    @cached_property
    def _price(self) -> Price | None:
        """Looked up when a reply has to be paid, for it may take reading a table."""
        return self._prices.find(self._model)

    def cost_usd(self, usage: Usage) -> float | None:
        """What a reply cost; None if its price is unknown."""
        return None if self._price is None else self._price.cost_usd(usage)

    def switch_to(self, model: str) -> None:
        """Price the replies to come as those of `model`."""
        self._model = model
        self.__dict__.pop("_price", None)

    def opening_warning(self) -> BudgetWarned | None:
        """What to say at the start about a budget that cannot be held."""
        if not self._limits.budget_usd or self._price is not None:
            return None
        return BudgetWarned(
            message=f"the price of {self._model!r} is unknown, so a budget in USD cannot be "
            "enforced; set costs.prices_file, costs.fallback_price or costs.budget_tokens"
        )

    def warning(self, spending: Spending) -> BudgetWarned | None:
        """The one warning when spending reaches `warn_at_usd`."""
        mark = self._limits.warn_at_usd
        if self._warned or mark is None or spending.cost_usd < mark:
            return None
        self._warned = True
        return BudgetWarned(message=f"${spending.cost_usd:.4f} spent (warning at ${mark:.4f})")
