"""How a run ends: why, with which text, and what that amounts to."""

from architect.agent.prompt_files import prompt
from architect.domain.errors import (
    AuthenticationFailedError,
    ModelFault,
    ModelTimeoutError,
    OutOfCreditError,
    RateLimitedError,
)
from architect.domain.journal.run_events import SafetyNetHit
from architect.domain.outcome import ErrorKind, RunError, Status, StopReason
from architect.domain.remedies import Remedy
from architect.frozen import frozen
from architect.l10n import english

CLOSING_TIME_S = 30.0
CLOSING_TIME_AFTER_TIMEOUT_S = 5.0


@frozen
class Ending:
    """Why the loop ended, its final text, and the error if it was one.

    `is_verified` is False if what had to hold at the end did not. An output that `is_exact` is read
    by a program, so nothing is added to it.
    """

    stop_reason: StopReason
    output: str
    error: RunError | None = None
    is_verified: bool = True
    is_exact: bool = False


def status_of(ending: Ending, *, something_denied: bool, unmet_checks: bool = False) -> Status:
    """Only a model that was done, to which nothing was denied, and whose work passed, succeeds.

    That what it had to pass was not passed makes it a failure.
    """
    match ending.stop_reason:
        case StopReason.LLM_DONE if unmet_checks or ending.error is not None:
            return Status.FAILED
        case StopReason.LLM_DONE:
            partial = something_denied or not ending.is_verified
            return Status.PARTIAL if partial else Status.SUCCESS
        case StopReason.LLM_ERROR | StopReason.INTERNAL_ERROR:
            return Status.FAILED
        case _:
            return Status.PARTIAL


def error_of(fault: ModelFault) -> RunError:
    match fault:
        case AuthenticationFailedError():
            kind = ErrorKind.AUTHENTICATION
        case ModelTimeoutError():
            kind = ErrorKind.TIMEOUT
        case OutOfCreditError():
            kind = ErrorKind.CREDIT
        case RateLimitedError():
            kind = ErrorKind.RATE_LIMIT
        case _:
            kind = ErrorKind.MODEL
    remedy = None if fault.remedy is None else Remedy(fault.remedy, fault.setting)
    return RunError(kind, str(fault), remedy, fault.brief)


def closing_time_s(reason: StopReason) -> float:
    """How long the model may take to sum up what was done; 0 where it is not asked."""
    match reason:
        case StopReason.USER_INTERRUPT | StopReason.HOOK_BLOCKED:
            return 0.0
        case StopReason.TIMEOUT:
            return CLOSING_TIME_AFTER_TIMEOUT_S
        case _:
            return CLOSING_TIME_S


def closing_prompt(hit: SafetyNetHit) -> str:
    return prompt("close").format(message=hit.message)


def stopped_text(hit: SafetyNetHit) -> str:
    """The final text of a run that ends without a summary."""
    return english("Stopped: {why}.", why=hit.message.removesuffix("."))
