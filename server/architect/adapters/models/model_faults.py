"""Provider errors as faults, by HTTP status and by what the provider says."""

import json
import time
from collections.abc import Mapping
from typing import Any, cast

from architect.adapters.models.context_overflow import context_overflow, is_context_overflow
from architect.adapters.models.shown_address import redirect_target
from architect.domain.errors import (
    AuthenticationFailedError,
    ModelFault,
    RateLimitedError,
    RequestRejectedError,
    UnavailableError,
)
from architect.lazy_pattern import lazy_pattern

LONGEST_MESSAGE = 500

_NOT_IMPLEMENTED = 501

_QUOTA_CODES = ("insufficient_quota", "billing_hard_limit_reached")
_WORDS_FOR_RATE_LIMIT = ("rate_limit", "rate limit", "too many requests")
_WORDS_FOR_REFUSAL = (
    "invalid_request",
    "invalid_prompt",
    "not_found",
    "insufficient_quota",
    "badrequest",
    "bio_policy",
    "cyber_policy",
    "unexpected endpoint",  # LM Studio, of a path that it does not have
)
_WAIT = lazy_pattern(r"(?i)\btry again in (\d+(?:\.\d+)?) ?(ms|s)\b")
"""What OpenAI says where there are no headers any more: "Please try again in 11.054s."."""


def fault_for_status(
    status: int, message: str, *, code: str = "", retry_after_s: float | None = None
) -> ModelFault:
    """The fault that an answer with an error status stands for.

    `message` and `code` are the provider's own.
    """
    text = f"the provider answered {status}: {message or 'without a message'}"
    if status in (401, 403):
        return AuthenticationFailedError(f"{text} (check the API key and what it may use)")
    if code in _QUOTA_CODES:
        return RequestRejectedError(text)
    if status in (400, 413, 422, 500) and is_context_overflow(f"{code} {message}"):
        return context_overflow(text)
    if status == 429:
        return RateLimitedError(text, retry_after_s=retry_after_s)
    if status in (408, 409) or (status >= 500 and status != _NOT_IMPLEMENTED):
        return UnavailableError(text, retry_after_s=retry_after_s)
    return RequestRejectedError(text)


def fault_for_answer(
    status: int,
    body: bytes,
    *,
    headers: Mapping[str, str],
    secret: str | None,
    asked_at: str = "",
) -> ModelFault:
    """The fault behind an HTTP answer that is not a success; `body` is what it says.

    `headers` is looked up in lower case; `asked_at` is the address of the request,
    which the address in a redirect may be relative to.
    """
    if 300 <= status < 400 and (location := headers.get("location")):
        target = redirect_target(location, asked_at=asked_at)
        return RequestRejectedError(
            f"the provider answered {status}: it has moved to {in_brief(target, secret=secret)!r}; "
            "requests are not sent on, because of the key in them: set llm.api_base to the new "
            "address if you trust it"
        )
    message, code = _message_and_code(body)
    return fault_for_status(
        status,
        in_brief(message, secret=secret),
        code=code,
        retry_after_s=retry_after_s(headers),
    )


def fault_for_error_object(error: object, *, secret: str | None) -> ModelFault:
    """The fault behind an error object that came where a piece of a reply was expected."""
    message, code = _described(error)
    status = _status(error)
    message = in_brief(message, secret=secret)
    if status is not None:
        return fault_for_status(status, message, code=code)
    hints = f"{code} {message}".lower()
    text = f"the provider broke off with an error: {message or 'without a message'}"
    if is_context_overflow(hints):
        return context_overflow(text)
    if any(word in hints for word in _WORDS_FOR_REFUSAL):
        return RequestRejectedError(text)
    if any(word in hints for word in _WORDS_FOR_RATE_LIMIT):
        return RateLimitedError(text, retry_after_s=_wait_in(message))
    return UnavailableError(text)


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """The wait a provider asks for, in seconds from now; None if it asks for none.

    `Retry-After` holds seconds or an HTTP date (RFC 9110, section 10.2.3); `retry-after-ms` is
    OpenAI's finer form of it. `headers` is looked up in lower case.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    return seconds if seconds is not None or value is None else _seconds_until(value)


def _wait_in(message: str) -> float | None:
    """The wait that a message names, in seconds."""
    found = _WAIT.search(message)
    return found and float(found[1]) / (1000 if found[2].lower() == "ms" else 1)


def in_brief(text: str, *, secret: str | None = None) -> str:
    """`text` on one line of bounded length, without `secret`."""
    if secret:
        text = text.replace(secret, "***")
    line = " ".join(text[: 4 * LONGEST_MESSAGE].split())
    return line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]} ..."


def _number(value: str | None) -> float | None:
    try:
        number = float(value or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None


def _seconds_until(date: str) -> float | None:
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        return None
    return max(0.0, moment.timestamp() - time.time())


def _message_and_code(body: bytes) -> tuple[str, str]:
    text = body.decode(errors="replace")
    try:
        answer: object = json.loads(text)
    except (ValueError, RecursionError):
        return text, ""
    if isinstance(answer, dict):
        fields = cast(dict[str, Any], answer)
        # FastAPI servers, vLLM among them, say `detail` or put the fields of an error on top.
        return _described(fields.get("error") or fields.get("detail") or fields)
    return text, ""


def _described(error: object) -> tuple[str, str]:
    """The message and the code (or type) of an error, an object or a plain text."""
    if not isinstance(error, dict):
        return (error if isinstance(error, str) else json.dumps(error)), ""
    fields = cast(dict[str, Any], error)
    message = fields.get("message")
    codes = [
        value for key in ("code", "type") if isinstance(value := fields.get(key), str) and value
    ]
    return (message if isinstance(message, str) else json.dumps(fields)), codes[0] if codes else ""


def _status(error: object) -> int | None:
    """The HTTP status some servers give as the code of an error object."""
    code = cast(dict[str, Any], error).get("code") if isinstance(error, dict) else None
    if isinstance(code, str) and code.isdecimal():
        code = int(code)
    return code if isinstance(code, int) and 400 <= code <= 599 else None
