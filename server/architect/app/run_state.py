"""The states of a run in the daemon, and what may follow what."""

from enum import StrEnum

from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status, StopReason


class Phase(StrEnum):
    """Where a run stands. `done` is final."""

    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    CANCELLING = "cancelling"
    DONE = "done"


class WaitsFor(StrEnum):
    """What a waiting run waits for."""

    CONFIRM = "confirm"
    SAVE = "save"


class Outcome(StrEnum):
    """What became of a run that is done."""

    COMPLETED = "completed"
    FAILED = "failed"
    LIMIT = "limit"
    BLOCKED = "blocked"
    INTERRUPTED = "interrupted"
    CANCELLED = "cancelled"


def goes_on(outcome: Outcome | None) -> bool:
    """Whether messages that wait are sent by themselves once a run has ended so.

    Behind anything but a completed run they are shown, and it is up to the user.
    """
    return outcome is Outcome.COMPLETED


_NEXT = {
    Phase.QUEUED: {Phase.RUNNING, Phase.CANCELLING, Phase.DONE},
    Phase.RUNNING: {Phase.WAITING, Phase.CANCELLING, Phase.DONE},
    Phase.WAITING: {Phase.RUNNING, Phase.CANCELLING, Phase.DONE},
    Phase.CANCELLING: {Phase.DONE},
    Phase.DONE: set[Phase](),
}


def may_follow(before: Phase, after: Phase) -> bool:
    return after in _NEXT[before]


_ENDED = {
    Status.SUCCESS: Outcome.COMPLETED,
    Status.PARTIAL: Outcome.BLOCKED,
    Status.FAILED: Outcome.FAILED,
}
"""What became of a run whose model said that it is done."""


def outcome_of(state: AgentState) -> Outcome:
    """The outcome of a run with this last state; one without an end was interrupted."""
    match state.stop_reason:
        case _ if state.status is None:
            return Outcome.INTERRUPTED
        case StopReason.LLM_DONE:
            return _ENDED[state.status or Status.FAILED]
        case StopReason.USER_INTERRUPT:
            return Outcome.CANCELLED
        case StopReason.HOOK_BLOCKED:
            return Outcome.BLOCKED
        case StopReason.LLM_ERROR | StopReason.INTERNAL_ERROR | None:
            return Outcome.FAILED
        case _:
            return Outcome.LIMIT
