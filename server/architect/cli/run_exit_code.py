"""What a run came to, as an exit code."""

from architect.cli.exit_codes import (
    AUTHENTICATION,
    CONFIGURATION,
    FAILED,
    INTERRUPTED,
    PARTIAL,
    SUCCESS,
    TIMEOUT,
)
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, Status, StopReason


def run_exit_code(state: AgentState, *, on_partial: int) -> int:
    """The exit code of a run in its last state.

    `on_partial` is that of a run done in part; 0 does not hold if something was denied, or if what
    the run had to pass was not passed.
    """
    if state.stop_reason is StopReason.USER_INTERRUPT:
        return INTERRUPTED
    if state.error is not None:
        return exit_code_of_error(state.error.kind)
    if state.stop_reason is StopReason.TIMEOUT:
        return TIMEOUT
    match state.status:
        case Status.SUCCESS:
            return SUCCESS
        case Status.PARTIAL if state.health is not None and state.health.fails:
            return FAILED
        case Status.PARTIAL:
            unproved = state.denials or state.unmet_checks or state.sent_back
            return on_partial or (PARTIAL if unproved else SUCCESS)
        case Status.FAILED | None:
            return FAILED


def exit_code_of_error(kind: ErrorKind) -> int:
    """The exit code of what an error has ended."""
    match kind:
        case ErrorKind.AUTHENTICATION:
            return AUTHENTICATION
        case ErrorKind.TIMEOUT:
            return TIMEOUT
        case ErrorKind.CONFIGURATION:
            return CONFIGURATION
        case ErrorKind.CREDIT | ErrorKind.RATE_LIMIT | ErrorKind.MODEL:
            return FAILED
        case ErrorKind.CHECKS | ErrorKind.INTERNAL:
            return FAILED
