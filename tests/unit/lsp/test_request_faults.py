"""Errors of the application as answers of the protocol: one border for all of them."""

from architect.app.errors import (
    BadChoiceError,
    BusyError,
    CannotStartError,
    NotARunError,
    UnknownFindingError,
    UnknownRunError,
    UnreadableRecordError,
)
from architect.domain.errors import ConfigError, UnknownAgentError, UnknownSessionError, UserError
from architect.lsp.protocol.errors import RequestFault, invalid, request_fault

ANSWERS: list[tuple[UserError, int, bool]] = [
    (BusyError("wait"), -32010, True),
    (UnknownRunError("s1.1"), -32011, False),
    (NotARunError("s1", ["s1.1"]), -32011, False),
    (UnknownFindingError("f1"), -32602, False),
    (BadChoiceError("the run 's1.1' has no hunk 'h'"), -32602, False),
    (UnreadableRecordError("line 3 is damaged"), -32012, False),
    (CannotStartError("no folder is open"), -32013, False),
    (ConfigError("a.yaml:1: llm"), -32013, False),
    (UnknownAgentError("there is no agent 'x'"), -32602, False),
    (UnknownSessionError("there is no session 'x'"), -32602, False),
    (invalid("uri: missing"), -32602, False),
]


def test_each_error_is_answered_with_its_code_and_its_own_words() -> None:
    wrong: list[str] = []
    for error, code, retryable in ANSWERS:
        fault = request_fault(error)
        if (fault.code, fault.retryable) != (code, retryable) or str(error) not in str(fault):
            wrong.append(f"{error!r}: {fault.code}, {fault.retryable}, {fault}")
    assert wrong == []


def test_what_people_are_told_names_no_command_of_the_protocol() -> None:
    assert str(request_fault(UnknownRunError("s1.1"))) == "there is no run 's1.1'"


def test_an_answer_of_the_protocol_stays_as_it_is() -> None:
    fault = RequestFault(-32014, "not trusted")
    assert request_fault(fault) is fault
