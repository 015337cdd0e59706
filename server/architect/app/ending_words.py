"""How a run ended, in the words that all front ends use."""

from architect.app.run_state import Outcome, outcome_of
from architect.domain.journal.state import AgentState
from architect.domain.outcome import StopReason

_LIMITS = {
    StopReason.MAX_STEPS: "maximum steps reached",
    StopReason.BUDGET_EXCEEDED: "budget exceeded",
    StopReason.CONTEXT_FULL: "context window full",
    StopReason.TIMEOUT: "timed out",
    StopReason.NO_PROGRESS: "no progress",
}


def ending_words(state: AgentState, outcome: Outcome | None = None) -> str:
    """`Done`, `Incomplete: an action was denied`, `Stopped: timed out` ...

    `outcome` is that of the run where it does not follow from `state`, as before its first event.
    """
    match outcome or outcome_of(state):
        case Outcome.COMPLETED:
            return _done(state)
        case Outcome.FAILED:
            return "Failed"
        case Outcome.LIMIT:
            reason = _LIMITS.get(state.stop_reason) if state.stop_reason else None
            return f"Stopped: {reason or 'limit reached'}"
        case Outcome.BLOCKED:
            return _incomplete(state)
        case Outcome.INTERRUPTED:
            return "Interrupted"
        case Outcome.CANCELLED:
            return "Cancelled"


def _done(state: AgentState) -> str:
    if state.started is not None and state.started.dry_run:
        return "Dry run finished; no changes were made"
    return "Done; changes are proposed for review" if state.files_proposed else "Done"


def _incomplete(state: AgentState) -> str:
    if state.stop_reason is StopReason.HOOK_BLOCKED:
        return "Incomplete: blocked by a hook"
    if len(state.denials) > 1:
        return f"Incomplete: {len(state.denials)} actions were denied"
    if state.denials:
        return "Incomplete: an action was denied"
    if state.untested:
        return "Incomplete: no tests ran after the last edit"
    return "Incomplete"
