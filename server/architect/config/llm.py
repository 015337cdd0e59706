"""Which model answers, and how it is asked."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from architect.config.expressions import not_blank
from architect.config.section import SECTION

_VARIABLE = r"[A-Za-z_][A-Za-z0-9_]*"
_KEY_PREFIX = r"(sk|pk|gsk|hf|xai|ghp|pplx|r8)[-_][A-Za-z0-9]{8}|AIza|AKIA|eyJ"
_KEY_BODY = r"(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{16}"


def _variable_name(text: str) -> str:
    """`text` if it can name an environment variable; an error never repeats it, it may be a key."""
    looks_like_a_key = re.match(_KEY_PREFIX, text) or re.search(_KEY_BODY, text)
    if looks_like_a_key or not re.fullmatch(_VARIABLE, text):
        raise PydanticCustomError(
            "not_a_variable",
            "api_key_env holds the NAME of a variable (letters, digits and _), not the key;"
            " the value is not shown here in case it is one",
        )
    return text


def _http_url(text: str) -> str:
    if not re.match(r"https?://[^\s/]", text):
        raise PydanticCustomError(
            "not_a_url",
            "{text} is not an address that starts with http:// or https:// and names a host",
            {"text": repr(text)},
        )
    return text


class LlmSettings(BaseModel):
    """`timeout` and `idle_timeout` are in seconds; `retries` come after the first attempt.

    A reply that is not streamed is whole within `timeout`; one that is streamed begins within it
    and never stays silent for `idle_timeout`.
    """

    model_config = SECTION

    provider: Literal["auto", "litellm", "openai_compatible"] = "auto"
    mode: Literal["direct", "proxy"] = "direct"
    model: Annotated[str, AfterValidator(not_blank)] = Field(default="gpt-4.1", min_length=1)
    api_base: Annotated[str, AfterValidator(_http_url)] | None = None
    api_key_env: Annotated[str, AfterValidator(_variable_name)] = "LITELLM_API_KEY"
    timeout: int = Field(default=600, ge=1, le=3600)
    idle_timeout: int = Field(default=120, ge=1, le=3600)
    retries: int = Field(default=2, ge=0, le=10)
    stream: bool = True
    prompt_caching: bool | Literal["auto"] = "auto"
