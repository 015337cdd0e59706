"""What the exit code of the command says."""

from architect.domain.errors import ArchitectError, AuthenticationFailedError, UserError
from architect.domain.outcome import ErrorKind, Status, StopReason
from architect.domain.state import AgentState

SUCCESS = 0
FAILED = 1
PARTIAL = 2
CONFIGURATION = 3
AUTHENTICATION = 4
TIMEOUT = 5
INTERRUPTED = 130


def exit_code(state: AgentState, *, on_partial: int) -> int:
    """The exit code of a run in its last state."""
    if state.stop_reason is StopReason.USER_INTERRUPT:
        return INTERRUPTED
    if state.error is not None:
        return _of_error(state.error.kind)
    if state.stop_reason is StopReason.TIMEOUT:
        return TIMEOUT
    match state.status:
        case Status.SUCCESS:
            return SUCCESS
        case Status.PARTIAL:
            return on_partial
        case Status.FAILED | None:
            return FAILED


def exit_code_of(error: ArchitectError) -> int:
    """The exit code for an error that left no run."""
    match error:
        case UserError():
            return CONFIGURATION
        case AuthenticationFailedError():
            return AUTHENTICATION
        case _:
            return FAILED


def _of_error(kind: ErrorKind) -> int:
    match kind:
        case ErrorKind.AUTHENTICATION:
            return AUTHENTICATION
        case ErrorKind.TIMEOUT:
            return TIMEOUT
        case ErrorKind.CONFIGURATION:
            return CONFIGURATION
        case ErrorKind.MODEL | ErrorKind.INTERNAL:
            return FAILED
