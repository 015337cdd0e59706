"""What `--json` prints when there was no run."""

from typing import Any

from architect.cli.exit_codes import AUTHENTICATION, CONFIGURATION, INTERRUPTED
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, StopReason
from architect.services.summary import run_summary

_KINDS = {CONFIGURATION: "configuration", AUTHENTICATION: ErrorKind.AUTHENTICATION}


def error_document(code: int, message: str) -> dict[str, Any]:
    """The document of a run without a result, with the kind of error that `code` stands for."""
    document = run_summary(AgentState(), None)
    if code == INTERRUPTED:
        document["stop_reason"] = StopReason.USER_INTERRUPT
    kind = _KINDS.get(code, ErrorKind.INTERNAL)
    return document | {"error": {"kind": kind, "message": message}}
