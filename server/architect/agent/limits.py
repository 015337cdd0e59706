"""The bounds of a run."""

from architect.frozen import frozen


@frozen
class Limits:
    """None means no bound. The time-out is for the whole run, zero budgets allow nothing.

    The budgets are those of the session, the shares what this run may spend of them by itself.
    """

    max_steps: int
    max_context_tokens: int
    timeout_s: float | None = None
    budget_usd: float | None = None
    budget_tokens: int | None = None
    warn_at_usd: float | None = None
    share_usd: float | None = None
    share_tokens: int | None = None
