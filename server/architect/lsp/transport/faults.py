"""Why a request of the editor cannot be answered, as JSON-RPC errors."""

from typing import Any

INVALID_PARAMS = -32602
BUSY = -32010
UNKNOWN_RUN = -32011
STALE = -32012
NOT_CONFIGURED = -32013


class RequestFault(Exception):
    """A request cannot be fulfilled; `detail` names the thing and the next step."""

    def __init__(self, code: int, detail: str, *, retryable: bool = False) -> None:
        super().__init__(detail)
        self.code = code
        self.retryable = retryable

    @property
    def data(self) -> dict[str, Any]:
        return {"code": _NAMES[self.code], "detail": str(self), "retryable": self.retryable}


_NAMES = {
    INVALID_PARAMS: "invalid_params",
    BUSY: "busy",
    UNKNOWN_RUN: "unknown_run",
    STALE: "stale",
    NOT_CONFIGURED: "not_configured",
}


def invalid(detail: str) -> RequestFault:
    return RequestFault(INVALID_PARAMS, detail)


def unknown_run(run_id: str) -> RequestFault:
    return RequestFault(UNKNOWN_RUN, f"there is no run {run_id!r}; architect.runs lists them")
