"""A model that is asked through LiteLLM."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from architect.bootstrap.models.keys import NO_KEPT_KEYS, KeptKeys, ModelKey, no_key
from architect.bootstrap.models.model_table import model_info
from architect.bootstrap.models.providers import provider_of
from architect.bootstrap.models.wire_format import breakpoints
from architect.config.llm import LlmSettings
from architect.domain.errors import UserError
from architect.l10n import english
from architect.ports.model import Model

if TYPE_CHECKING:
    from architect.adapters.models.request_options import RequestOptions

_ONLY_WITH_KEY = ("openai", "gemini", "mistral", "groq", "deepseek", "openrouter", "xai")
"""Providers that LiteLLM needs a key for, and gives other reasons than that when there is none."""

_ADDRESS_VARIABLES = {
    "ai21": "AI21_API_BASE",
    "aiohttp_openai": "OPENAI_API_BASE",
    "custom_openai": "OPENAI_API_BASE",
    "hosted_vllm": "HOSTED_VLLM_API_BASE",
    "litellm_proxy": "LITELLM_PROXY_API_BASE",
    "xinference": "XINFERENCE_API_BASE",
}
"""Where LiteLLM has no address for these, it sends what was meant for another server to OpenAI."""


def open_litellm(
    llm: LlmSettings,
    environ: Mapping[str, str],
    key: ModelKey,
    options: "RequestOptions",
    *,
    kept: KeptKeys = NO_KEPT_KEYS,
) -> Model:
    """The model of the settings, without retries.

    Raises:
        UserError: no address is known for it.
        AuthenticationFailedError: a hosted model without any key.
    """
    from architect.adapters.models.litellm.model import LiteLlmModel

    provider = provider_of(llm)
    if not key.value and (provider in _ONLY_WITH_KEY or _is_anthropic_alone(llm, environ)):
        raise no_key(llm, kept)
    variable = _ADDRESS_VARIABLES.get(provider)
    if variable and not (llm.api_base or environ.get(variable)):
        raise UserError(
            english(
                "no address is known for the model {model!r}: set llm.api_base or {variable}",
                model=llm.model,
                variable=variable,
            )
        )
    info = model_info(llm.model)
    return LiteLlmModel(
        llm.model,
        api_base=llm.api_base,
        api_key=key.value,
        timeout_s=llm.timeout,
        idle_s=llm.idle_timeout,
        stream=llm.stream,
        prompt_caching=breakpoints(llm),
        longest_reply=None if info is None else info.max_output_tokens,
        key_source=key.source,
        options=options,
    )


def _is_anthropic_alone(llm: LlmSettings, environ: Mapping[str, str]) -> bool:
    """Whether Anthropic would be asked without a key, a token or an identity to get one with."""
    names = (name for name, value in environ.items() if value)
    return (
        provider_of(llm) == "anthropic"
        and llm.api_base is None
        and not any(name.startswith("ANTHROPIC_") for name in names)
    )
