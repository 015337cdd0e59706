"""Why the editor's model gave no reply."""

from collections.abc import Sequence

from architect.bootstrap.models.chat_format import in_brief, says_too_long
from architect.domain.errors import (
    AuthenticationFailedError,
    ContextOverflowError,
    ModelFault,
    OutOfCreditError,
    RateLimitedError,
    RequestRejectedError,
    UnavailableError,
)
from architect.jsonrpc.client import ClientRefusedError
from architect.l10n import english
from architect.lsp.protocol.model_requests import EditorModel
from architect.lsp.protocol.to_json import as_object

LLM_FAILED = -32020
"""The code of an error whose `data` is a `CompleteFailure`."""

_METHOD_NOT_FOUND, _REQUEST_CANCELLED = -32601, -32800
_MOST_NAMED = 20
_ANOTHER = "set llm.model to another model"


def is_no_model(refusal: ClientRefusedError) -> bool:
    """Whether the editor says that there is no such model; `no_such_model` is the fault then."""
    return _reason_of(refusal) == "not_found"


def fault_of(refusal: ClientRefusedError, name: str) -> ModelFault:
    """The fault behind another error answer; `name` is what the user calls the model."""
    detail = as_object(refusal.data).get("detail")
    said = in_brief(detail if isinstance(detail, str) and detail else str(refusal))
    if says_too_long(said):
        return ContextOverflowError(
            english("the editor's model refused the request: {said}", said=said)
        )
    match _reason_of(refusal):
        case "no_permission":
            return AuthenticationFailedError(
                english(
                    "the editor did not let architect use its model {name!r}: {said} (start the "
                    "run again and allow it, or {another})",
                    name=name,
                    said=said,
                    another=_ANOTHER,
                )
            )
        case "quota" if as_object(refusal.data).get("retryable") is True:
            return RateLimitedError(
                english("the editor's model is currently unavailable: {said}", said=said)
            )
        case "quota":
            return OutOfCreditError(
                english(
                    "{said}; {another}, or wait until it is renewed",
                    said=_used_up(said),
                    another=_ANOTHER,
                )
            )
        case "blocked":
            return RequestRejectedError(
                english("the editor's model refused the request: {said}", said=said)
            )
        case _ if refusal.code == _METHOD_NOT_FOUND:
            return RequestRejectedError(
                english(
                    "the editor offers no model: {said}; {another}", said=said, another=_ANOTHER
                )
            )
        case _ if refusal.code == _REQUEST_CANCELLED:
            return RequestRejectedError(
                english("the editor cancelled the request to its model: {said}", said=said)
            )
        case _:
            return UnavailableError(english("the editor's model failed: {said}", said=said))


def _reason_of(refusal: ClientRefusedError) -> object:
    return as_object(refusal.data).get("code") if refusal.code == LLM_FAILED else None


def _used_up(said: str) -> str:
    return f"the quota of the editor's model is used up: {said}"


def no_such_model(name: str, models: Sequence[EditorModel]) -> RequestRejectedError:
    """That `name` is none of the editor's `models`, as far as it told them."""
    if not models:
        return RequestRejectedError(
            english(
                "the editor has no model for llm.model {name!r}: install or sign in to "
                "something that has, such as GitHub Copilot, or {another}",
                name=name,
                another=_ANOTHER,
            )
        )
    known = ", ".join(f"vscode/{model['id']}" for model in models[:_MOST_NAMED])
    more = f" and {len(models) - _MOST_NAMED} more" if len(models) > _MOST_NAMED else ""
    return RequestRejectedError(
        english(
            "the editor has no model for llm.model {name!r}; there are {known}{more}",
            name=name,
            known=known,
            more=more,
        )
    )
