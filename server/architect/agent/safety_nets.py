"""What ends a run before the next model call: a pure function, in a fixed order."""

from architect.agent.limits import Limits
from architect.domain.journal.run_events import SafetyNetHit
from architect.domain.journal.state import AgentState, Spending
from architect.domain.outcome import StopReason
from architect.l10n import english

INTERRUPTED = SafetyNetHit(
    reason=StopReason.USER_INTERRUPT, message=english("interrupted by the user")
)


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
        if limits.max_steps == 1:
            return _hit(StopReason.MAX_STEPS, english("the only step is used up"))
        used_up = english("all {steps} steps are used up", steps=limits.max_steps)
        return _hit(StopReason.MAX_STEPS, used_up)
    if (spent := spent_budget(spending or state.session_spending, limits)) is not None:
        return _hit(StopReason.BUDGET_EXCEEDED, spent)
    if (spent := _spent_share(state.spending, limits)) is not None:
        return _hit(StopReason.BUDGET_EXCEEDED, spent)
    timed_out = limits.timeout_s is not None and elapsed_s >= limits.timeout_s
    if timed_out or interrupted is StopReason.TIMEOUT:
        if limits.timeout_s is None:
            return _hit(
                StopReason.TIMEOUT, english("the time of the run that opened this one is up")
            )
        return _hit(
            StopReason.TIMEOUT,
            english("the run took longer than {timeout_s:g} s", timeout_s=limits.timeout_s),
        )
    if full_at is not None:
        return _hit(
            StopReason.CONTEXT_FULL,
            english("the conversation fills its {full_at:,} tokens", full_at=full_at),
        )
    return None


def spent_budget(spending: Spending, limits: Limits) -> str | None:
    """Which budget is spent, in words; None if the model may be asked again."""
    usage, cost_usd = spending.usage, spending.cost_usd
    if limits.budget_usd is not None and cost_usd >= limits.budget_usd:
        return english(
            "${spent:.4f} of the budget of ${budget:.4f} are spent",
            spent=cost_usd,
            budget=limits.budget_usd,
        )
    if limits.budget_tokens is not None and usage.total_tokens >= limits.budget_tokens:
        return english(
            "{spent:,} of {budget:,} tokens are spent",
            spent=usage.total_tokens,
            budget=limits.budget_tokens,
        )
    return None


def _spent_share(spending: Spending, limits: Limits) -> str | None:
    """Which share of the budget of another run is spent, in words."""
    tokens, cost_usd = spending.usage.total_tokens, spending.cost_usd
    if limits.share_usd is not None and cost_usd >= limits.share_usd:
        return english(
            "the share of ${share_usd:.4f} of the budget is spent", share_usd=limits.share_usd
        )
    if limits.share_tokens is not None and tokens >= limits.share_tokens:
        return english(
            "the share of {share_tokens:,} tokens of the budget is spent",
            share_tokens=limits.share_tokens,
        )
    return None


def _hit(reason: StopReason, message: str) -> SafetyNetHit:
    return SafetyNetHit(reason=reason, message=message)
