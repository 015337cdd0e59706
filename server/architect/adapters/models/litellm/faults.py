"""LiteLLM's exceptions as faults.

LiteLLM renames what happened more than once on its way up: a refused connection ends as an internal
server error, for instance. What really happened stands at the other end of the chain of causes.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from architect.adapters.models.faults.context_overflow import context_overflow
from architect.adapters.models.faults.no_connection import no_connection
from architect.adapters.models.faults.provider_faults import (
    fault_for_answer,
    fault_for_error_object,
    fault_for_status,
    in_brief,
)
from architect.adapters.models.httpx_import import import_httpx
from architect.adapters.models.litellm.importing import import_litellm
from architect.domain.errors import (
    GarbledReplyError,
    ModelFault,
    ModelTimeoutError,
    RequestRejectedError,
    StreamCutError,
)
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import httpx

_NO_PROVIDER = "LLM Provider NOT provided"
"""What LiteLLM says of a name that it knows no provider by."""

_WITHOUT_OBJECTS = lazy_pattern(r" ssl:(<[^>]*>|default|True|False)")
"""How aiohttp was told to trust the other side, which stands in its texts as a Python object."""


def litellm_fault(
    error: Exception, *, place: str, answered: bool, secret: str | None
) -> ModelFault | None:
    """The fault behind `error`; None if it is none of LiteLLM's.

    `place` names the provider for messages; `answered` says that its answer had begun to arrive.
    """
    import_httpx()
    import openai

    known = import_litellm().exceptions
    chain = tuple(_causes(error))
    text = in_brief(_without_traceback(error), secret=secret)
    if any(isinstance(link, known.ContextWindowExceededError) for link in chain):
        return context_overflow(text)
    fault = _connection_fault(chain, text, place=place, answered=answered, secret=secret)
    if fault is not None:
        return fault
    if not isinstance(error, openai.OpenAIError):
        return None
    if answered:
        return fault_for_error_object(text, secret=secret)
    unreadable = (
        known.APIConnectionError,
        known.APIResponseValidationError,
        known.InternalServerError,
    )
    if isinstance(error, unreadable):
        # With no error status and no broken connection among the causes, this is LiteLLM's word
        # for an answer it could not read.
        return GarbledReplyError(
            english("{place} sent something that is not a reply: {text}", place=place, text=text)
        )
    if _NO_PROVIDER in text:
        return RequestRejectedError(
            english(
                "the name of the model does not say which provider has it: put that before it, as "
                "in openai/NAME or ollama/NAME; `architect models` lists those you can use"
            )
        )
    status = getattr(error, "status_code", None)
    return fault_for_status(status if isinstance(status, int) else 500, text)


def _connection_fault(
    chain: Sequence[BaseException], text: str, *, place: str, answered: bool, secret: str | None
) -> ModelFault | None:
    """What went wrong on the way to the provider, by the causes in `chain`; None if nothing did."""
    import httpx
    import openai

    if any(isinstance(link, httpx.TimeoutException | openai.APITimeoutError) for link in chain):
        return ModelTimeoutError(
            english(
                "no complete reply from {place} in time (llm.timeout): {text}",
                place=place,
                text=text,
            )
        )
    for link in chain:
        if isinstance(link, httpx.HTTPStatusError):
            return _answer_fault(link.response, text, secret=secret)
    for link in chain:
        if isinstance(link, httpx.TransportError):
            reason = in_brief(str(link), secret=secret) or type(link).__name__
            return _broken_connection(reason, place=place, answered=answered)
    if not answered and (link := next(filter(_is_unusable_address, chain), None)):
        return RequestRejectedError(
            english(
                "the address of {place} cannot be used: {said}; correct llm.api_base",
                place=place,
                said=in_brief(str(link)),
            )
        )
    return None


def _broken_connection(reason: str, *, place: str, answered: bool) -> ModelFault:
    if answered:
        return StreamCutError(
            english(
                "the connection to {place} broke in the middle of a reply: {reason}",
                place=place,
                reason=reason,
            )
        )
    return no_connection(place, "llm.api_base", _WITHOUT_OBJECTS.sub("", reason))


def _without_traceback(error: Exception) -> str:
    """What LiteLLM says, without the traceback of its own that some of its texts end in."""
    said = str(error)
    return said.partition("Traceback (most recent call last)")[0].strip() or type(error).__name__


def _is_unusable_address(error: BaseException) -> bool:
    """Whether a host name had no form that could be looked up."""
    import httpx

    if isinstance(error, UnicodeDecodeError):
        return False
    return isinstance(error, UnicodeError | httpx.InvalidURL)


def _answer_fault(response: "httpx.Response", text: str, *, secret: str | None) -> ModelFault:
    import httpx

    try:
        body = response.content
    except httpx.StreamError:
        body = text.encode()
    return fault_for_answer(
        response.status_code, body or text.encode(), headers=response.headers, secret=secret
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    """`error` and what it came from, outermost first."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__
