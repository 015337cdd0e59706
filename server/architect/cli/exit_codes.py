"""What the exit code of the command says."""

from architect.domain.errors import ArchitectError, AuthenticationFailedError, UserError

SUCCESS = 0
FAILED = 1
PARTIAL = 2
CONFIGURATION = 3
AUTHENTICATION = 4
TIMEOUT = 5
WAITING = 6
"""Nothing goes on without an approval."""

INTERRUPTED = 130


def exit_code_of(error: ArchitectError) -> int:
    """The exit code for an error that left no run."""
    match error:
        case UserError():
            return CONFIGURATION
        case AuthenticationFailedError():
            return AUTHENTICATION
        case _:
            return FAILED
