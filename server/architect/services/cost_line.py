"""Spending in one line."""

from architect.domain.journal.state import AgentState, Spending
from architect.l10n import english

_TOLD = {
    (False, False): english("{price} ({read:,} in / {written:,} out)"),
    (False, True): english("{price} ({read:,} in, {cached} % cached / {written:,} out)"),
    (True, False): english("{price} (about {read:,} in / {written:,} out)"),
    (True, True): english("{price} (about {read:,} in, {cached} % cached / {written:,} out)"),
}
"""By whether it is estimated, and whether some of it was cached."""


_UNKNOWN = english("price unknown")


def cost_line(spending: Spending) -> str:
    """`$0.0042 (12,450 in, 82 % cached / 3,200 out)`; the price may be unknown."""
    usage = spending.usage
    return english(
        _TOLD[usage.estimated, bool(usage.cached_tokens)],
        price=_UNKNOWN if spending.unpriced_calls else price_of(spending),
        read=usage.input_tokens,
        cached=usage.cached_percent,
        written=usage.output_tokens,
    )


def run_cost(state: AgentState) -> str:
    """As `cost_line`; what a run cost that asked the model and got no reply is not known."""
    return _UNKNOWN if nothing_came(state, state.spending) else cost_line(state.spending)


def session_cost(state: AgentState) -> str:
    """As `run_cost`, of all runs of the session."""
    spending = state.session_spending
    return _UNKNOWN if nothing_came(state, spending) else cost_line(spending)


def nothing_came(state: AgentState, spending: Spending) -> bool:
    """Whether the model was asked, and no reply is part of `spending`.

    A stream that was cut off has used tokens, and which is told at its end only.
    """
    return bool(state.last_estimate) and not spending.by_source


def price_of(spending: Spending) -> str:
    """`$0.0042`, or a question mark if a price is unknown."""
    return "?" if spending.unpriced_calls else f"${spending.cost_usd:.4f}"
