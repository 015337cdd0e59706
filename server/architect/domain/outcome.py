"""How a run ends."""

from enum import StrEnum

from architect.domain.remedies import Remedy
from architect.frozen import frozen


class StopReason(StrEnum):
    """Why the loop stopped."""

    LLM_DONE = "llm_done"
    MAX_STEPS = "max_steps"
    BUDGET_EXCEEDED = "budget_exceeded"
    CONTEXT_FULL = "context_full"
    TIMEOUT = "timeout"
    USER_INTERRUPT = "user_interrupt"
    LLM_ERROR = "llm_error"
    HOOK_BLOCKED = "hook_blocked"
    NO_PROGRESS = "no_progress"
    INTERNAL_ERROR = "internal_error"


class Status(StrEnum):
    """What the run came to: done, done in part, or not done."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILED = "failed"


class ErrorKind(StrEnum):
    """What kind of error ended a run; the command line turns it into an exit code."""

    AUTHENTICATION = "authentication"
    TIMEOUT = "timeout"
    CONFIGURATION = "configuration"
    CREDIT = "credit"
    RATE_LIMIT = "rate_limit"
    MODEL = "model"
    CHECKS = "checks"
    INTERNAL = "internal"


@frozen
class RunError:
    """The error that ended a run, in one line.

    `remedy` is what helps, and `brief` the message without advice for a command line, empty if it
    has none.
    """

    kind: ErrorKind
    message: str
    remedy: Remedy | None = None
    brief: str = ""


@frozen
class PlannedAction:
    """What a dry run would have done."""

    step: int
    tool: str
    summary: str
