"""Spending in one line."""

from architect.domain.journal.state import Spending


def cost_line(spending: Spending) -> str:
    """`$0.0042 (12,450 in / 3,200 out / 500 cached)`; the price may be unknown."""
    usage = spending.usage
    price = "price unknown" if spending.unpriced_calls else f"${spending.cost_usd:.4f}"
    about = "about " if usage.estimated else ""
    return (
        f"{price} ({about}{usage.input_tokens:,} in / {usage.output_tokens:,} out / "
        f"{usage.cached_tokens:,} cached)"
    )
