"""What servers of the Responses API take, and what they turn out not to take."""

from dataclasses import replace
from urllib.parse import urlsplit

from architect.adapters.models.hosts import operator_of
from architect.frozen import frozen

_WORDS_FOR_ITEMS = (
    "encrypted content",  # "could not be verified": of another account or key
    "without its required",  # reasoning item or following item
    "items are not persisted",  # "Item with id 'rs_..' not found"
    "no tool call found",
)
_WORDS_FOR_REFUSAL = (
    "not support",
    "unsupported",
    "unknown",
    "unrecognized",
    "unexpected",
    "invalid",
    "not permitted",
    "not allowed",
    "extra",
    "must be verified",
)


@frozen
class ResponsesDialect:
    """What one model at one address takes.

    `origin` is that of the items it gets back. `reasons` says that it may be asked how to reason,
    `summarises` that it may be asked for a summary of that, `takes_cache_key` that requests may
    name their conversation. `takes_items` is false once it has refused items of its own.
    """

    origin: str
    reasons: bool = True
    summarises: bool = True
    takes_cache_key: bool = False
    takes_items: bool = True


def responses_dialect(model: str, *, api_base: str, reasons: bool) -> ResponsesDialect:
    """The dialect of `model`, the name that goes to the server, at `api_base`."""
    return ResponsesDialect(
        origin=f"responses {urlsplit(api_base).netloc.rpartition('@')[2]} {model}",
        reasons=reasons,
        # Others may refuse what they do not know.
        takes_cache_key=operator_of(api_base) in ("openai", "azure"),
    )


def after_refusal(dialect: ResponsesDialect, message: str) -> ResponsesDialect | None:
    """The dialect to try instead, once a server has refused a request with `message`; None if that
    has nothing to do with what may be left out.
    """
    words = message.lower()
    if concerns_items(words):
        return replace(dialect, takes_items=False) if dialect.takes_items else None
    refused = any(word in words for word in _WORDS_FOR_REFUSAL)
    if not refused or "effort" in words:  # which somebody chose
        return None
    if "prompt_cache_key" in words:
        return replace(dialect, takes_cache_key=False) if dialect.takes_cache_key else None
    if "reasoning.summary" in words or "reasoning summar" in words:
        # Organizations that are not verified get none from OpenAI.
        return replace(dialect, summarises=False) if dialect.summarises else None
    if "include" in words or "encrypted content" in words or "reasoning" in words:
        return replace(dialect, reasons=False) if dialect.reasons else None
    return None


def concerns_items(message: str) -> bool:
    """Whether a refusal is about the items of this one conversation, not about the model."""
    words = message.lower()
    if "encrypted content is not supported" in words:
        return False
    return any(phrase in words for phrase in _WORDS_FOR_ITEMS)
