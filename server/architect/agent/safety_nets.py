"""What ends a run before the next model call: a pure function, in a fixed order."""

from architect.agent.limits import Limits
from architect.domain.journal.run_events import SafetyNetHit
from architect.domain.journal.state import AgentState, Spending
from architect.domain.outcome import StopReason

INTERRUPTED = SafetyNetHit(reason=StopReason.USER_INTERRUPT, message="interrupted by the user")


def first_net(
    state: AgentState,
    limits: Limits,
    *,
    interrupted: StopReason | None,
    elapsed_s: float,
    full_at: int | None,
    spending: Spending | None = None,
) -> SafetyNetHit | None:
    """The first of interrupt, steps, budget, time and context that is used up, or None.

    `full_at` is the context window, in tokens, if the conversation fills it; `spending` is what
    counts against the budget, that of the session if None.
    """
    if interrupted is StopReason.USER_INTERRUPT:
        return INTERRUPTED
    if state.step >= limits.max_steps:
        one = limits.max_steps == 1
        used_up = "the only step is used up" if one else f"all {limits.max_steps} steps are used up"
        return _hit(StopReason.MAX_STEPS, used_up)
    if (spent := spent_budget(spending or state.session_spending, limits)) is not None:
        return _hit(StopReason.BUDGET_EXCEEDED, spent)
    if (spent := _spent_share(state.spending, limits)) is not None:
        return _hit(StopReason.BUDGET_EXCEEDED, spent)
    timed_out = limits.timeout_s is not None and elapsed_s >= limits.timeout_s
    if timed_out or interrupted is StopReason.TIMEOUT:
        if limits.timeout_s is None:
            return _hit(StopReason.TIMEOUT, "the time of the run that opened this one is up")
        return _hit(StopReason.TIMEOUT, f"the run took longer than {limits.timeout_s:g} s")
    if full_at is not None:
        return _hit(StopReason.CONTEXT_FULL, f"the conversation fills its {full_at:,} tokens")
    return None


def spent_budget(spending: Spending, limits: Limits) -> str | None:
    """Which budget is spent, in words; None if the model may be asked again."""
    usage, cost_usd = spending.usage, spending.cost_usd
    if limits.budget_usd is not None and cost_usd >= limits.budget_usd:
        return f"${cost_usd:.4f} of the budget of ${limits.budget_usd:.4f} are spent"
    if limits.budget_tokens is not None and usage.total_tokens >= limits.budget_tokens:
        return f"{usage.total_tokens:,} of {limits.budget_tokens:,} tokens are spent"
    return None


def _spent_share(spending: Spending, limits: Limits) -> str | None:
    """Which share of the budget of another run is spent, in words."""
    tokens, cost_usd = spending.usage.total_tokens, spending.cost_usd
    if limits.share_usd is not None and cost_usd >= limits.share_usd:
        return f"the share of ${limits.share_usd:.4f} of the budget is spent"
    if limits.share_tokens is not None and tokens >= limits.share_tokens:
        return f"the share of {limits.share_tokens:,} tokens of the budget is spent"
    return None


def _hit(reason: StopReason, message: str) -> SafetyNetHit:
    return SafetyNetHit(reason=reason, message=message)
