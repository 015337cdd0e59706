"""What ends a run before the next model call: a pure function, in a fixed order."""

from architect.agent.limits import Limits
from architect.domain.events import SafetyNetHit
from architect.domain.outcome import StopReason
from architect.domain.state import AgentState

INTERRUPTED = SafetyNetHit(reason=StopReason.USER_INTERRUPT, message="interrupted by the user")


def first_net(
    state: AgentState,
    limits: Limits,
    *,
    interrupted: StopReason | None,
    elapsed_s: float,
    context_full: bool,
) -> SafetyNetHit | None:
    """The first of interrupt, steps, budget, time and context that is used up, or None."""
    if interrupted is StopReason.USER_INTERRUPT:
        return INTERRUPTED
    if state.step >= limits.max_steps:
        return _hit(StopReason.MAX_STEPS, f"all {limits.max_steps} steps are used up")
    if (spent := spent_budget(state, limits)) is not None:
        return _hit(StopReason.BUDGET_EXCEEDED, spent)
    timed_out = limits.timeout_s is not None and elapsed_s >= limits.timeout_s
    if timed_out or interrupted is StopReason.TIMEOUT:
        return _hit(StopReason.TIMEOUT, f"the run took longer than {limits.timeout_s:g} s")
    if context_full:
        limit = limits.max_context_tokens
        return _hit(StopReason.CONTEXT_FULL, f"the conversation fills its {limit:,} tokens")
    return None


def spent_budget(state: AgentState, limits: Limits) -> str | None:
    """Which budget is spent, in words; None if the model may be asked again."""
    spending = state.session_spending
    usage, cost_usd = spending.usage, spending.cost_usd
    if limits.budget_usd is not None and cost_usd >= limits.budget_usd:
        return f"${cost_usd:.4f} of the budget of ${limits.budget_usd:.4f} are spent"
    if limits.budget_tokens is not None and usage.total_tokens >= limits.budget_tokens:
        return f"{usage.total_tokens:,} of {limits.budget_tokens:,} tokens are spent"
    return None


def _hit(reason: StopReason, message: str) -> SafetyNetHit:
    return SafetyNetHit(reason=reason, message=message)
