"""What replies cost, and when to warn."""

from collections.abc import Sequence
from functools import cached_property

from architect.agent.limits import Limits
from architect.domain.journal.run_events import BudgetWarned
from architect.domain.journal.state import Spending
from architect.domain.prices import Price, PriceList
from architect.domain.usage import Usage
from architect.l10n import english


class CostTracker:
    """Prices the replies of the model and warns once when spending passes a mark.

    `fallbacks` are the models that may take over.
    """

    def __init__(
        self, model: str, prices: PriceList, limits: Limits, *, fallbacks: Sequence[str] = ()
    ) -> None:
        self._model = model
        self._fallbacks = fallbacks
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
        if not self._limits.budget_usd:
            return None
        models = (self._model, *self._fallbacks)
        unpriced = next((model for model in models if self._prices.find(model) is None), None)
        if unpriced is None:
            return None
        return BudgetWarned(
            message=english(
                "the price of {unpriced!r} is unknown, so a budget in USD cannot be enforced; "
                "set costs.prices_file, costs.fallback_price or costs.budget_tokens",
                unpriced=unpriced,
            )
        )

    def warning(self, spending: Spending) -> BudgetWarned | None:
        """The one warning when spending reaches `warn_at_usd`."""
        mark = self._limits.warn_at_usd
        if self._warned or mark is None or spending.cost_usd < mark:
            return None
        self._warned = True
        return BudgetWarned(
            message=english(
                "${cost_usd:.4f} spent (warning at ${mark:.4f})",
                cost_usd=spending.cost_usd,
                mark=mark,
            )
        )
