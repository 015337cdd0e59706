"""Spending in one line."""

from architect.domain.journal.state import Spending


def cost_line(spending: Spending) -> str:
    """`$0.0042 (12,450 in, 82 % cached / 3,200 out)`; the price may be unknown."""
    usage = spending.usage
    price = "price unknown" if spending.unpriced_calls else price_of(spending)
    about = "about " if usage.estimated else ""
    cached = f", {usage.cached_percent} % cached" if usage.cached_tokens else ""
    return f"{price} ({about}{usage.input_tokens:,} in{cached} / {usage.output_tokens:,} out)"


def price_of(spending: Spending) -> str:
    """`$0.0042`, or a question mark if a price is unknown."""
    return "?" if spending.unpriced_calls else f"${spending.cost_usd:.4f}"
