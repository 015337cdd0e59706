"""How a run ended, in the words that all front ends use, and how good that is."""

from enum import StrEnum

from architect.app.run_state import Outcome, outcome_of
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, StopReason
from architect.frozen import frozen


class Tone(StrEnum):
    """How an ending is coloured. Only what was done, and failed no check, is `good`."""

    GOOD = "good"
    QUIET = "quiet"
    WARNING = "warning"
    BAD = "bad"


@frozen
class Ending:
    """How a run ended: `Done, but the last test command failed` is a `warning`."""

    words: str
    tone: Tone


_TONES = {
    Outcome.COMPLETED: Tone.GOOD,
    Outcome.FAILED: Tone.BAD,
    Outcome.LIMIT: Tone.WARNING,
    Outcome.BLOCKED: Tone.WARNING,
    Outcome.INTERRUPTED: Tone.WARNING,
    Outcome.CANCELLED: Tone.QUIET,
}

_LIMITS = {
    StopReason.MAX_STEPS: "maximum steps reached",
    StopReason.BUDGET_EXCEEDED: "budget exceeded",
    StopReason.CONTEXT_FULL: "context window full",
    StopReason.TIMEOUT: "timed out",
    StopReason.NO_PROGRESS: "no progress",
}

_FAILURES = {
    ErrorKind.CREDIT: "no credit or quota is left at the provider",
    ErrorKind.RATE_LIMIT: "the provider's rate limit is reached",
}


def ending_of(state: AgentState, outcome: Outcome | None = None) -> Ending:
    """The ending of a run with this last state.

    `outcome` is that of the run where it does not follow from `state`, as before its first event.
    """
    known = outcome or outcome_of(state)
    words = ending_words(state, known)
    if known is Outcome.COMPLETED and _failed_check(state):
        return Ending(words, Tone.WARNING)
    return Ending(words, _TONES[known])


def ending_words(state: AgentState, outcome: Outcome | None = None) -> str:
    """`Done`, `Incomplete: an action was denied`, `Stopped: timed out` ...; see `ending_of`."""
    match outcome or outcome_of(state):
        case Outcome.COMPLETED:
            return _done(state)
        case Outcome.FAILED:
            reason = _FAILURES.get(state.error.kind) if state.error else None
            return f"Failed: {reason}" if reason else "Failed"
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
    proposed = "; changes are proposed for review" if state.files_proposed else ""
    if failed := _failed_check(state):
        return f"Done, but {failed}{proposed}"
    return f"Done{proposed}"


def _failed_check(state: AgentState) -> str:
    """What failed although the run is a success, since nobody required it; empty if nothing did."""
    failed = [gate.name for gate in state.gates if gate.passed is False]
    if len(failed) > 1:
        return f"{len(failed)} checks failed"
    if failed:
        return f"the check {failed[0]} failed"
    return "the last test command failed" if state.tests_failed else ""


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
