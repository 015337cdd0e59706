"""Spending in one line."""

from architect.domain.journal.state import Spending
from architect.l10n import english

_TOLD = {
    (False, False): english("{price} ({read:,} in / {written:,} out)"),
    (False, True): english("{price} ({read:,} in, {cached} % cached / {written:,} out)"),
    (True, False): english("{price} (about {read:,} in / {written:,} out)"),
    (True, True): english("{price} (about {read:,} in, {cached} % cached / {written:,} out)"),
}
"""By whether it is estimated, and whether some of it was cached."""


def cost_line(spending: Spending) -> str:
    """`$0.0042 (12,450 in, 82 % cached / 3,200 out)`; the price may be unknown."""
    usage = spending.usage
    return english(
        _TOLD[usage.estimated, bool(usage.cached_tokens)],
        price=english("price unknown") if spending.unpriced_calls else price_of(spending),
        read=usage.input_tokens,
        cached=usage.cached_percent,
        written=usage.output_tokens,
    )


def price_of(spending: Spending) -> str:
    """`$0.0042`, or a question mark if a price is unknown."""
    return "?" if spending.unpriced_calls else f"${spending.cost_usd:.4f}"
