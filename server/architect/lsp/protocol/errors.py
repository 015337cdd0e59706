"""Why a request of the editor cannot be answered, as JSON-RPC errors."""

from typing import Literal, NotRequired, TypedDict

from architect.app.errors import (
    BadChoiceError,
    BusyError,
    NotARunError,
    UnknownFindingError,
    UnknownRunError,
    UnreadableRecordError,
)
from architect.app.front_end_words import FrontEndWords, run_error_of
from architect.domain.errors import (
    ArchitectError,
    AuthenticationFailedError,
    UnknownAgentError,
    UnknownSessionError,
    UserError,
)
from architect.domain.remedies import Remedy
from architect.l10n import shown
from architect.lsp.protocol.results import ShownRemedyJson, remedy_json

INVALID_PARAMS = -32602
BUSY = -32010
UNKNOWN_RUN = -32011
STALE = -32012
NOT_CONFIGURED = -32013
UNTRUSTED = -32014


FaultName = Literal["invalid_params", "busy", "unknown_run", "stale", "not_configured", "untrusted"]


class FaultData(TypedDict):
    """The `data` of an error answer; it may be worth trying again where it is `retryable`."""

    code: FaultName
    detail: str
    retryable: bool
    remedy: NotRequired[ShownRemedyJson]


class RequestFault(UserError):
    """A request cannot be fulfilled; `detail` names the thing and the next step."""

    def __init__(
        self, code: int, detail: str, *, retryable: bool = False, helps: Remedy | None = None
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.retryable = retryable
        self.helps = helps

    @property
    def data(self) -> FaultData:
        told: FaultData = {
            "code": FAULT_NAMES[self.code],
            "detail": shown(str(self)),
            "retryable": self.retryable,
        }
        if self.code == UNTRUSTED:
            told["remedy"] = remedy_json(Remedy("trustProject"))
        if self.helps is not None:
            told["remedy"] = remedy_json(self.helps)
        return told


FAULT_NAMES: dict[int, FaultName] = {
    INVALID_PARAMS: "invalid_params",
    BUSY: "busy",
    UNKNOWN_RUN: "unknown_run",
    STALE: "stale",
    NOT_CONFIGURED: "not_configured",
    UNTRUSTED: "untrusted",
}


def invalid(detail: str) -> RequestFault:
    return RequestFault(INVALID_PARAMS, detail)


def request_fault(
    error: ArchitectError,
    words: FrontEndWords = FrontEndWords(),  # noqa: B008 - a frozen value
) -> RequestFault:
    """The answer to a request that ended in `error`, in the words of the front end."""
    if isinstance(error, RequestFault):
        return error
    fault = _fault(error)
    told = words.error(run_error_of(error))
    return RequestFault(fault.code, told.message, retryable=fault.retryable, helps=told.remedy)


def _fault(error: ArchitectError) -> RequestFault:
    match error:
        case BusyError():
            return RequestFault(BUSY, str(error), retryable=True)
        case UnknownRunError():
            return RequestFault(UNKNOWN_RUN, str(error))
        case NotARunError():
            return RequestFault(UNKNOWN_RUN, str(error))
        case UnreadableRecordError():
            return RequestFault(STALE, str(error))
        case UnknownFindingError():
            return invalid(str(error))
        case BadChoiceError() | UnknownAgentError() | UnknownSessionError():
            return RequestFault(INVALID_PARAMS, str(error))
        case UserError() | AuthenticationFailedError():
            return RequestFault(NOT_CONFIGURED, str(error))
        case _:  # a file that cannot be read or written
            return RequestFault(STALE, str(error))
