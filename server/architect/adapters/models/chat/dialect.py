"""What servers of the chat format want otherwise in the conversation, each by its own rules."""

import re
from dataclasses import replace
from typing import Literal

from architect.adapters.models.hosts import host_of, operator_of
from architect.frozen import frozen

CacheMarks = Literal["none", "on_content", "on_message"]
"""Where breakpoints for prompt caching stand: nowhere, on a content part, or on the message of a
tool, from where LiteLLM moves them to the block that becomes of it."""

_REFUSED = ("extra", "not permitted", "not allowed", "unsupported", "unexpected", "unknown")
_UNRECOGNISED = ("unrecognized", "invalid", "not supported", "should not", "forbidden")
_REASONING_MEMBER = re.compile(r"reasoning(_content|_details)?\b")


@frozen
class ChatDialect:
    """How one model at one address wants the conversation to be told.

    `origin` is that of the items it gets back. `reasoning` says whether it wants the plain text of
    its reasoning back: `as_sent` where it sent some, `always` with every message that has calls,
    `never` where it refuses that. `wants_signatures` says that calls without a signature are
    refused, unless they say that they have none. `takes_cache_key` says that the name of the
    conversation may be sent, which brings its requests to where their beginning is in the cache.
    `effort` says how it is asked to think, `reply_limit` what it calls the limit of a reply.
    """

    origin: str = ""
    cache: CacheMarks = "none"
    reasoning: Literal["as_sent", "always", "never"] = "as_sent"
    wants_signatures: bool = False
    takes_cache_key: bool = False
    effort: Literal["plain", "of_deepseek"] = "plain"
    reply_limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"


def dialect_of(model: str, *, api_base: str, proxy: bool, caching: bool | None) -> ChatDialect:
    """The dialect of `model`, the name that goes to the server, at `api_base`.

    With `caching` None, breakpoints are set where they are known to be understood; True sets them
    everywhere.
    """
    operator = operator_of(api_base)
    name = model.lower()
    is_openai = operator in ("openai", "azure")
    understood = "claude" in name and (proxy or operator == "openrouter")
    return ChatDialect(
        origin=f"chat {host_of(api_base)} {model}",
        cache="on_content" if (understood if caching is None else caching) else "none",
        # https://api-docs.deepseek.com/guides/thinking_mode (November 2026)
        reasoning="always" if operator == "deepseek" else "as_sent",
        # https://platform.openai.com/docs/guides/prompt-caching (November 2026)
        takes_cache_key=is_openai,
        # https://ai.google.dev/gemini-api/docs/thought-signatures (November 2026)
        wants_signatures=operator == "google" and is_gemini_3(name),
        effort="of_deepseek" if operator == "deepseek" else "plain",
        # OpenAI refuses `max_tokens` for models that reason; others know nothing else:
        # https://platform.openai.com/docs/api-reference/chat/create (November 2026).
        reply_limit="max_completion_tokens" if is_openai else "max_tokens",
    )


def is_gemini_3(name: str) -> bool:
    """Whether `name` is that of a Gemini of the third generation or a later one."""
    found = re.search(r"gemini-(\d+)", name)
    return found is not None and int(found[1]) >= 3


def after_refusal(dialect: ChatDialect, message: str) -> ChatDialect | None:
    """The dialect to try instead, once a server has refused a request with `message`; None if that
    has nothing to do with reasoning.
    """
    words = message.lower()
    if not _REASONING_MEMBER.search(words) or "effort" in words:
        return None
    if "passed back" in words or "missing" in words or "required" in words:
        return None if dialect.reasoning == "always" else replace(dialect, reasoning="always")
    refused = any(word in words for word in (*_REFUSED, *_UNRECOGNISED))
    return replace(dialect, reasoning="never") if refused and dialect.reasoning != "never" else None
