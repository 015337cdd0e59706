"""Which model answers, and how it is asked."""

import re
from typing import Annotated, Any, Literal

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator, Field, Shown
from architect.checked.model import Model
from architect.config.expressions import not_blank
from architect.domain.reasoning_effort import ReasoningEffort
from architect.l10n import english

AUTO = "auto"
"""The name of a model that follows from the keys and servers that are there."""

_VARIABLE = r"[A-Za-z_][A-Za-z0-9_]*"
_KEY_PREFIX = r"(sk|pk|gsk|hf|xai|ghp|pplx|r8)[-_][A-Za-z0-9]{8}|AIza|AKIA|eyJ"
_KEY_BODY = r"(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{16}"


def variable_name(text: str) -> str:
    """`text` if it can name an environment variable; an error never repeats it, it may be a key."""
    looks_like_a_key = re.match(_KEY_PREFIX, text) or re.search(_KEY_BODY, text)
    if looks_like_a_key or not re.fullmatch(_VARIABLE, text):
        raise Refused(
            "not_a_variable",
            english(
                "api_key_env holds the NAME of a variable (letters, digits and _), not the key;"
                " the value is not shown here in case it is one"
            ),
        )
    return text


def http_url(text: str) -> str:
    if not re.match(r"https?://[^\s/]", text):
        raise Refused(
            "not_a_url",
            english(
                "{text!r} is not an address that starts with http:// or https:// and names a host",
                text=text,
            ),
        )
    return text


def _hidden(values: dict[str, Any]) -> dict[str, str]:
    return dict.fromkeys(values, "***")


HIDDEN = Shown(_hidden, only_as_json=True)
"""Values that may be keys: whoever shows the configuration shows their names."""

_OUR_FIELDS = ("model", "messages", "input", "tools", "stream", "stream_options", "api_key")
"""What a request is about; setting it by hand would make it one that nobody understands."""

_OUR_HEADERS = ("host", "content-type", "content-length", "transfer-encoding", "connection")


def _own_fields(body: dict[str, Any]) -> dict[str, Any]:
    """`body` if it leaves alone what requests are made of; an error never repeats a value."""
    for name in body:
        if name.lower() in _OUR_FIELDS:
            raise Refused(
                "not_extra",
                english("extra_body cannot set {name!r}, which is ours", name=name),
            )
    return body


def _own_headers(headers: dict[str, str]) -> dict[str, str]:
    """`headers` if each can be sent beside ours; an error never repeats a value."""
    for name, value in headers.items():
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise Refused(
                "not_a_header", english("{name!r} is not the name of a header", name=name)
            )
        if name.lower() in _OUR_HEADERS:
            raise Refused(
                "not_extra",
                english("extra_headers cannot set {name!r}, which is ours", name=name),
            )
        if not value.isascii() or not value.isprintable():
            raise Refused(
                "not_a_header",
                english(
                    "the value of {name!r} has characters that no header can have; it is not shown "
                    "here in case it is a key",
                    name=name,
                ),
            )
    return headers


class LlmSettings(Model):
    """`timeout` and `idle_timeout` are in seconds; `retries` come after the first attempt.

    A reply that is not streamed is whole within `timeout`; one that is streamed begins within it
    and never stays silent for `idle_timeout`.
    `extra_headers` may hold keys: their values are secrets, and so is every text in `extra_body`.
    """

    provider: Literal["auto", "litellm", "openai_compatible"] = "auto"
    mode: Literal["direct", "proxy"] = "direct"
    api: Literal["auto", "chat", "responses"] = "auto"
    model: Annotated[str, AfterValidator(not_blank)] = Field(default=AUTO, min_length=1)
    api_base: Annotated[str, AfterValidator(http_url)] | None = None
    api_key_env: Annotated[str, AfterValidator(variable_name)] = "LITELLM_API_KEY"
    timeout: int = Field(default=600, ge=1, le=3600)
    idle_timeout: int = Field(default=120, ge=1, le=3600)
    retries: int = Field(default=2, ge=0, le=10)
    stream: bool = True
    reasoning_effort: ReasoningEffort | None = None
    prompt_caching: bool | Literal["auto"] = "auto"
    assume_tools: bool = False
    fallbacks: tuple[Annotated[str, AfterValidator(not_blank)], ...] = Field(
        default=(), max_length=10
    )
    max_output_tokens: int | None = Field(default=None, ge=1, le=10_000_000)
    temperature: float | None = Field(default=None, ge=0, le=2)
    extra_headers: Annotated[dict[str, str], AfterValidator(_own_headers), HIDDEN] = Field(
        default_factory=dict[str, str], repr=False
    )
    extra_body: Annotated[dict[str, Any], AfterValidator(_own_fields), HIDDEN] = Field(
        default_factory=dict[str, Any], repr=False
    )
