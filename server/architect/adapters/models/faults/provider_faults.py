"""Provider errors as faults, by HTTP status and by what the provider says."""

import json
import math
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from architect.adapters.models.faults.context_overflow import context_overflow, is_context_overflow
from architect.adapters.models.faults.provider_limits import (
    is_model_missing,
    is_out_of_credit,
    is_used_up_for_today,
    lacks_tools,
    takes_no_images,
    wait_asked_for,
)
from architect.adapters.models.faults.shown_address import redirect_target
from architect.domain.errors import (
    AuthenticationFailedError,
    ModelFault,
    ModelMissingError,
    OutOfCreditError,
    RateLimitedError,
    RequestRejectedError,
    UnavailableError,
    helped,
)
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.retry import LONGEST_DELAY_S

LONGEST_MESSAGE = 500

_NOT_IMPLEMENTED = 501

_QUOTA_OF_THE_DAY = "exceeded_current_quota"
_MORE_CREDIT = english(
    "this is about credit, not about speed: pay or raise the limit at the provider, or take "
    "another model (--model, llm.fallbacks)"
)
_NO_MESSAGE = english("without a message")
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

_WRONG_KEY = lazy_pattern(
    r"(?i)\bAPI[ _]key (is )?(not valid|invalid|expired)|\b(incorrect|invalid) API[ _]key\b"
)
"""What Gemini and xAI say of a key with status 400."""


def fault_for_status(
    status: int, message: str, *, code: str = "", retry_after_s: float | None = None
) -> ModelFault:
    """The fault that an answer with an error status stands for.

    `message` and `code` are the provider's own.
    """
    # A sentence of ours may follow.
    text = english(
        "the provider answered {status}: {said}",
        status=status,
        said=message.removesuffix(".") or _NO_MESSAGE,
    )
    if status == 402 or is_out_of_credit(f"{code} {message}"):
        return OutOfCreditError(f"{text}; {_MORE_CREDIT}")
    if status in (401, 403) or (status == 400 and _WRONG_KEY.search(message)):
        return AuthenticationFailedError(
            english("{text} (check the API key and what it may use)", text=text)
        )
    if (unable := _fault_of_unable_model(text, message)) is not None:
        return unable
    if is_model_missing(status, f"{code} {message}"):
        fault = ModelMissingError(
            english("{text}; `architect models` lists those that there are", text=text)
        )
        return helped(fault, setting="llm.model", brief=text)
    if status in (400, 413, 422, 500) and is_context_overflow(f"{code} {message}"):
        return context_overflow(text)
    if status == 429:
        return RateLimitedError(_with_reset(text, retry_after_s), retry_after_s=retry_after_s)
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
            english(
                "the provider answered {status}: it has moved to {target!r}; requests are not "
                "sent on, because of the key in them: set llm.api_base to the new address if "
                "you trust it",
                status=status,
                target=in_brief(target, secret=secret),
            )
        )
    message, code = _message_and_code(body)
    if status == 429 and is_used_up_for_today(body):
        code = _QUOTA_OF_THE_DAY
    return fault_for_status(
        status,
        in_brief(message, secret=secret),
        code=code,
        retry_after_s=wait_asked_for(headers, body),
    )


def fault_for_error_object(error: object, *, secret: str | None) -> ModelFault:
    """The fault behind an error object that came where a piece of a reply was expected."""
    message, code = _described(error)
    status = _status(error)
    message = in_brief(message, secret=secret)
    if status is not None:
        return fault_for_status(status, message, code=code)
    hints = f"{code} {message}".lower()
    said = message.removesuffix(".") or _NO_MESSAGE
    text = english("the provider broke off with an error: {said}", said=said)
    if (unable := _fault_of_unable_model(text, message)) is not None:
        return unable
    if is_context_overflow(hints):
        return context_overflow(text)
    if is_out_of_credit(hints):
        return OutOfCreditError(f"{text}; {_MORE_CREDIT}")
    if any(word in hints for word in _WORDS_FOR_REFUSAL):
        return RequestRejectedError(text)
    if any(word in hints for word in _WORDS_FOR_RATE_LIMIT):
        return RateLimitedError(text, retry_after_s=_wait_in(message))
    return UnavailableError(text)


def _fault_of_unable_model(text: str, message: str) -> ModelFault | None:
    """The fault if another model would have done what was asked for; `text` goes before advice."""
    if lacks_tools(message):
        wanted = english("{text}; an agent needs a model that calls tools", text=text)
        fault = RequestRejectedError(
            english("{wanted}: `architect models` shows which do", wanted=wanted)
        )
        return helped(fault, setting="llm.model", brief=wanted)
    if takes_no_images(message):
        wanted = english("{text}; choose a model that takes images, or leave them out", text=text)
        return helped(RequestRejectedError(wanted), setting="llm.model")
    return None


def _with_reset(text: str, wait_s: float | None) -> str:
    """`text`, and when the limit is over if that is too long to wait for."""
    if wait_s is None or wait_s <= LONGEST_DELAY_S:
        return text
    over = datetime.now().astimezone() + timedelta(seconds=wait_s)
    return english(
        "{text}; the limit is over in {wait}, at {over:%H:%M}",
        text=text,
        wait=_in_words(wait_s),
        over=over,
    )


def _in_words(seconds: float) -> str:
    minutes = math.ceil(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"


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
    if isinstance(code, str) and code.isdecimal() and len(code) == 3:
        code = int(code)
    return code if isinstance(code, int) and 400 <= code <= 599 else None
