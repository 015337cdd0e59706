"""Why a request of the client cannot be answered, as JSON-RPC errors.

https://agentclientprotocol.com/protocol/schema#errorcode
"""

from architect.app.front_end_words import FrontEndWords, run_error_of
from architect.domain.errors import (
    ArchitectError,
    AuthenticationFailedError,
    UnknownSessionError,
    UserError,
)
from architect.domain.outcome import ErrorKind, RunError

AUTH_REQUIRED = -32000
RESOURCE_NOT_FOUND = -32002
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

WORDS = FrontEndWords(in_brief=True)
"""There is no command line in an editor."""


class AcpFault(UserError):
    """A request cannot be fulfilled; the text names the thing and the next step."""

    def __init__(self, code: int, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def invalid(detail: str) -> AcpFault:
    return AcpFault(INVALID_PARAMS, detail)


def fault_of(error: ArchitectError) -> AcpFault:
    """The answer to a request that ended in `error`."""
    if isinstance(error, AcpFault):
        return error
    if isinstance(error, UnknownSessionError):
        return AcpFault(RESOURCE_NOT_FOUND, str(error))
    if isinstance(error, AuthenticationFailedError) or _lacks_key(error.__cause__):
        return AcpFault(AUTH_REQUIRED, WORDS.told(error))
    return fault_of_run(run_error_of(error))


def fault_of_run(error: RunError) -> AcpFault:
    """The answer to a prompt whose run failed."""
    kind, remedy = error.kind, error.remedy
    wants_key = kind is ErrorKind.AUTHENTICATION or (remedy and remedy.kind == "enterKey")
    code = AUTH_REQUIRED if wants_key else INTERNAL_ERROR
    return AcpFault(code, WORDS.error(error).message)


def _lacks_key(cause: BaseException | None) -> bool:
    """Whether a run could not start since there is no key, or no model that needs none."""
    return isinstance(cause, AuthenticationFailedError)
