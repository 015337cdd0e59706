"""Limits of providers: how long to wait, and what waiting does not help against."""

import json
import re
import time
from collections.abc import Iterator, Mapping
from datetime import datetime

from architect.adapters.models.loose_json import dict_of, dicts_of
from architect.lazy_pattern import lazy_pattern

_OUT_OF_CREDIT = (
    "insufficient_quota",  # OpenAI
    "billing_hard_limit_reached",  # OpenAI
    "billing_error",  # Anthropic
    "credit balance is too low",  # Anthropic
    "insufficient credits",  # OpenRouter
    "insufficient balance",  # DeepSeek
    "insufficient_balance",  # Z.ai, MiniMax
    "exceeded_current_quota",  # Moonshot
    "used all available credits",  # xAI
    "arrearage",  # DashScope
)
_MISSING_CODES = (
    "model_not_found",
    "model_decommissioned",
    "model_not_supported",
    "deploymentnotfound",  # Azure
)
_MISSING = lazy_pattern(
    r"\bmodels?\b.{0,120}\b(?:not found|not exist|no longer|deprecated|decommissioned|retired|shut"
    r" down)|not_found_error model:|no endpoints found for|unknown model\b"
)
_NO_TOOLS = lazy_pattern(
    r"(?:not|n't|un)[ -]?(?:currently )?support(?:ed)?(?: for)? (?:tools?\b|function call)"
    r"|\b(?:tool (?:use|calling|calls?)|function calling)\W? (?:is|are) not supported"
    r"|no endpoints found that support tool use|tool choice requires|tools param requires --jinja"
)
"""Ollama, Bedrock and Groq; Mistral; OpenRouter; vLLM; llama.cpp."""

_NO_IMAGES = lazy_pattern(
    r"\bimage_url\b.{0,80}\b(?:only supported|expected)"
    r"|(?:not|n't) support (?:(?:\w+ )?images?|vision|multimodal)\b"
    r"|\bimages?(?: inputs?)? (?:is|are) not supported|not a multimodal model|at most 0 image"
    r"|no endpoints found that support image"
)
"""OpenAI, DeepSeek; LM Studio; llama.cpp; vLLM; OpenRouter."""

_DURATION = lazy_pattern(
    r"(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,12}(?:\.\d{1,20})?)(ms|s))?", re.ASCII
)
_LONGEST_WAIT_S = 31 * 24 * 3600
"""No quota is for longer than a month: whoever names a later time means something else."""

_LIMITS = ("requests", "tokens", "input-tokens", "output-tokens")


def is_out_of_credit(text: str) -> bool:
    """Whether these words of a provider are about money or a quota, not about too many requests."""
    lowered = text.lower()
    return any(words in lowered for words in _OUT_OF_CREDIT)


def is_used_up_for_today(body: bytes) -> bool:
    """Whether Gemini's answer is about a quota of the day; that of a minute is a rate limit.

    https://ai.google.dev/gemini-api/docs/rate-limits (November 2026).
    """
    return b"PerDay" in body and b"RESOURCE_EXHAUSTED" in body


def lacks_tools(text: str) -> bool:
    """Whether the provider refuses the tools of a request, since its model calls none."""
    return _NO_TOOLS.search(text.lower()) is not None


def takes_no_images(text: str) -> bool:
    """Whether the provider refuses the images of a request, since its model is shown none."""
    return _NO_IMAGES.search(text.lower()) is not None


def is_model_missing(status: int, text: str) -> bool:
    """Whether the provider says that it does not have the model, or no longer."""
    lowered = text.lower()
    if any(code in lowered for code in _MISSING_CODES):
        return True
    return status in (400, 404, 410) and _MISSING.search(lowered) is not None


def wait_asked_for(headers: Mapping[str, str], body: bytes = b"") -> float | None:
    """The wait a provider asks for, in seconds from now; None if it asks for none.

    `Retry-After` goes before the times at which the limits that are used up are over, and those
    before Gemini's `RetryInfo` in `body`. `headers` is looked up in lower case.
    """
    wait = retry_after_s(headers)
    if wait is None:
        wait = max(_resets(headers), default=None)
    wait = _retry_info(body) if wait is None else wait
    return wait if wait is not None and wait <= _LONGEST_WAIT_S else None


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """What `Retry-After` says, in seconds from now; None if it is not there.

    It holds seconds or an HTTP date (RFC 9110, section 10.2.3); `retry-after-ms` is OpenAI's finer
    form of it.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    return seconds if seconds is not None or value is None else _seconds_until(value)


def _resets(headers: Mapping[str, str]) -> Iterator[float]:
    """When the limits that are used up are over, in seconds from now.

    OpenAI and Groq write `x-ratelimit-reset-tokens: 6m0s`, Anthropic
    `anthropic-ratelimit-tokens-reset: 2026-11-23T03:00:00Z`, OpenRouter `x-ratelimit-reset` in
    milliseconds since 1970 (their pages about rate limits, November 2026).
    """
    for limit in _LIMITS:
        for left, reset in (
            (f"x-ratelimit-remaining-{limit}", f"x-ratelimit-reset-{limit}"),
            (f"anthropic-ratelimit-{limit}-remaining", f"anthropic-ratelimit-{limit}-reset"),
        ):
            if headers.get(left, "").strip() == "0":
                yield from _moment(headers.get(reset, ""))
    at = _number(headers.get("x-ratelimit-reset"))
    if at is not None and headers.get("x-ratelimit-remaining", "").strip() == "0":
        yield max(0.0, at / (1000 if at > 1e11 else 1) - time.time())


def _moment(text: str) -> Iterator[float]:
    duration = _DURATION.fullmatch(text.strip())
    if text.strip() and duration:
        hours, minutes, seconds, unit = duration.groups()
        rest = float(seconds or 0) / (1000 if unit == "ms" else 1)
        yield 3600 * int(hours or 0) + 60 * int(minutes or 0) + rest
        return
    try:
        yield max(0.0, datetime.fromisoformat(text.strip()).timestamp() - time.time())
    except (ValueError, OverflowError):
        return


def _retry_info(body: bytes) -> float | None:
    if b"retryDelay" not in body:
        return None
    try:
        answer: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    # Where a stream was asked for, the error comes in a list.
    error = dict_of(next(iter(dicts_of(answer)), dict_of(answer)).get("error"))
    for detail in dicts_of(error.get("details")):
        delay = detail.get("retryDelay")
        if isinstance(delay, str):
            return next(_moment(delay), None)
    return None


def _number(value: str | None) -> float | None:
    try:
        number = float(value or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None


def _seconds_until(date: str) -> float | None:
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
