"""Which adapter answers for a model name, and with which key."""

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from architect.bootstrap.models.chosen_model import with_model
from architect.bootstrap.models.context_window import known_window, served_window, window_of
from architect.bootstrap.models.fallbacks import address_for, fallback_settings, is_same_place
from architect.bootstrap.models.keys import ModelKey, model_key, no_key
from architect.bootstrap.models.model_table import model_info
from architect.bootstrap.models.providers import provider_of, speaks_openai
from architect.bootstrap.models.reasoning_efforts import wanted_effort
from architect.bootstrap.models.reply_cache import Cache, uncached
from architect.bootstrap.models.wire_format import wire_format
from architect.config.llm import LlmSettings
from architect.domain.errors import ArchitectError, UserError
from architect.domain.model_names import editor_model_id
from architect.ports.model import Model

if TYPE_CHECKING:
    from architect.adapters.models.openai_compatible.wire_format import WireFormat
    from architect.adapters.models.request_options import RequestOptions

RECORDED = "recorded/"
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

_OF_OPENAI_COMPATIBLE = (
    "architect.adapters.models.retrying_model",
    "architect.adapters.models.openai_compatible.model",
    "architect.adapters.models.chat.completions",
    "architect.adapters.models.openai_compatible.either_format",
)

_OF_RESPONSES = ("architect.adapters.models.responses.format",)

_OLLAMA = ("ollama", "ollama_chat")

_BASE_VARIABLES = {
    "openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
    "ollama": ("OLLAMA_API_BASE", "OLLAMA_HOST"),
    "ollama_chat": ("OLLAMA_API_BASE", "OLLAMA_HOST"),
    "lm_studio": ("LM_STUDIO_API_BASE",),
}


def open_model(
    llm: LlmSettings,
    environ: Mapping[str, str],
    *,
    api_key: str | None,
    scripts: Path,
    editor_model: Model | None = None,
    max_context_tokens: int | None = None,
    cache: Cache = uncached,
) -> Model:
    """The model of the settings, with retries and fallbacks; `api_key` goes before every variable.

    A `recorded/` name is a bundled script, or a file relative to the folder `scripts`.
    `editor_model` is the editor's own model, if it offers one. `max_context_tokens` is the context
    window that the user set, for a server that has to be told. `cache` keeps replies.

    Raises:
        UserError: the name or its address cannot be used.
        AuthenticationFailedError: a hosted model without any key.
    """

    def opened(settings: LlmSettings, key: str | None) -> Model:
        model = _opened(
            settings,
            environ,
            api_key=key,
            scripts=scripts,
            editor_model=editor_model,
            max_context_tokens=max_context_tokens,
        )
        return cache(model, settings)

    llm = with_model(llm, environ, api_key=api_key)
    first = opened(llm, api_key)
    if not llm.fallbacks:
        return first
    from architect.adapters.models.fallback_model import FallbackModel, Substitute

    others: list[Substitute] = []
    for name in llm.fallbacks:
        key = api_key if is_same_place(llm, name) else None
        try:
            model = opened(fallback_settings(llm, name), key)
        except ArchitectError as error:
            raise type(error)(f"llm.fallbacks, {name!r}: {error}") from error
        window = window_of(name, address_for(llm, name), environ)
        others.append(Substitute(model, window))
    return FallbackModel(first, others)


def _opened(
    llm: LlmSettings,
    environ: Mapping[str, str],
    *,
    api_key: str | None,
    scripts: Path,
    editor_model: Model | None,
    max_context_tokens: int | None,
) -> Model:
    if llm.model.startswith(RECORDED):
        return _recorded(llm.model, scripts)
    from architect.adapters.models.retrying_model import RetryingModel

    _expect_tools(llm)
    effort = wanted_effort(llm)
    if editor_model_id(llm.model) is not None:
        return RetryingModel(_expected(editor_model, llm.model), retries=llm.retries)
    key = model_key(llm, environ, api_key=api_key)
    options = _options(llm, effort)
    if speaks_openai(llm):
        opened = _openai_compatible(llm, environ, key, options, max_context_tokens)
    else:
        opened = _litellm(llm, environ, key, options)
    if effort is not None:
        from architect.adapters.models.reasoning_effort import EffortModel

        opened = EffortModel(opened, effort)
    return RetryingModel(opened, retries=llm.retries)


def _expect_tools(llm: LlmSettings) -> None:
    """Refuse a model that is known to call no tools, unless the user knows better.

    What an address of the user's own means by a name is not known.
    """
    if llm.assume_tools or llm.api_base or llm.mode == "proxy":
        return
    info = model_info(llm.model)
    if info is not None and "no_tools" in info.capabilities:
        raise UserError(
            f"{llm.model} cannot call tools, which an agent needs: choose a model that can "
            "(`architect models` shows them), or set llm.assume_tools: true if you know that it can"
        )


def _expected(editor_model: Model | None, name: str) -> Model:
    if editor_model is None:
        raise UserError(
            f"llm.model {name!r} is a model of the editor, which only VS Code with our extension "
            "offers; elsewhere set llm.model (or --model) to a model with an API key, such as "
            "openai/gpt-5.6-terra, or to a local one, such as ollama/qwen3"
        )
    return editor_model


def warm_up(llm: LlmSettings) -> None:
    """Import what a run with these settings will need; takes seconds, so meant for a thread.

    What is missing is told by the run.
    """
    if llm.model.startswith(RECORDED) or editor_model_id(llm.model) is not None:
        return
    if speaks_openai(llm):
        at_openai = llm.api == "auto" and not llm.api_base and provider_of(llm) == "openai"
        responses = _OF_RESPONSES if at_openai or llm.api == "responses" else ()
        for name in (*_OF_OPENAI_COMPATIBLE, *responses):
            import_module(name)
        return
    from architect.adapters.models.litellm.importing import ready_for_replies, ready_litellm

    with suppress(UserError):
        ready_litellm(llm.model)
        ready_for_replies()


def _recorded(name: str, scripts: Path) -> Model:
    from architect.adapters.models.recorded.model import ScriptedModel
    from architect.adapters.models.recorded.script import BUNDLED_SCRIPTS, load_script

    wanted = name.removeprefix(RECORDED)
    bundled = BUNDLED_SCRIPTS / f"{wanted}.json"
    path = bundled if bundled.is_file() else scripts / wanted
    if not path.is_file():
        known = ", ".join(sorted(script.stem for script in BUNDLED_SCRIPTS.glob("*.json")))
        raise UserError(
            f"there is no recorded script {wanted!r}: no file {str(path)!r}, "
            f"and the bundled ones are: {known}"
        )
    return ScriptedModel(load_script(path), name=name)


def _openai_compatible(
    llm: LlmSettings,
    environ: Mapping[str, str],
    key: ModelKey,
    options: "RequestOptions",
    max_context_tokens: int | None,
) -> Model:
    from architect.adapters.models.hosts import authorization
    from architect.adapters.models.openai_compatible.endpoint import endpoint_for
    from architect.adapters.models.openai_compatible.model import OpenAiCompatibleModel

    provider = provider_of(llm)
    api_base, source = _address(llm, environ, provider)
    if api_base is None and provider == "openai" and not key.value and llm.mode == "direct":
        raise no_key(llm)
    # A bare name is OpenAI's own, unless an address says otherwise.
    model = llm.model if api_base or "/" in llm.model else f"openai/{llm.model}"
    endpoint = endpoint_for(model, api_base=api_base, proxy=llm.mode == "proxy", source=source)

    def open_as(wire: "WireFormat | None") -> Model:
        return OpenAiCompatibleModel(
            llm.model,
            wire or wire_format(llm, endpoint, caching=_caching(llm)),
            api_base=endpoint.root if wire else endpoint.api_base,
            api_key=key.value,
            timeout_s=llm.timeout,
            idle_s=llm.idle_timeout,
            stream=llm.stream,
            address_source=source,
            key_source=key.source if key.value else f"no key was sent: {key.source}",
            options=options,
        )

    headers = {**authorization(key.value, endpoint.api_base), **llm.extra_headers}
    if provider in _OLLAMA and (llm.provider, llm.mode, llm.api) == ("auto", "direct", "auto"):
        from architect.adapters.models.ollama.model import OllamaModel

        return OllamaModel(
            llm.model,
            endpoint,
            open_as,
            headers=headers,
            wanted=max_context_tokens,
            assume_tools=llm.assume_tools,
            address_source=source,
        )
    is_own_server = api_base is not None or provider == "lm_studio"
    if not is_own_server or known_window(llm.model) is not None:
        return open_as(None)
    from architect.adapters.models.window_asking_model import WindowAskingModel

    return WindowAskingModel(open_as(None), lambda: served_window(endpoint, headers))


def _options(llm: LlmSettings, effort: str | None) -> "RequestOptions":
    from architect.adapters.models.request_options import RequestOptions

    return RequestOptions(
        llm.max_output_tokens,
        llm.temperature,
        llm.extra_headers,
        llm.extra_body,
        reasoning_effort=effort,
    )


def _caching(llm: LlmSettings) -> bool | None:
    """Whether to set breakpoints for prompt caching; None where the provider decides."""
    return None if llm.prompt_caching == "auto" else llm.prompt_caching


def _address(llm: LlmSettings, environ: Mapping[str, str], provider: str) -> tuple[str | None, str]:
    """The address that is set, None if there is none, and the setting or variable it stands in."""
    from architect.adapters.models.openai_compatible.endpoint import ollama_address

    if llm.api_base:
        return llm.api_base, "llm.api_base"
    for variable in _BASE_VARIABLES.get(provider, ()):
        if value := environ.get(variable):
            return ollama_address(value) if "ollama" in provider else value, variable
    return None, "llm.api_base"


def _litellm(
    llm: LlmSettings, environ: Mapping[str, str], key: ModelKey, options: "RequestOptions"
) -> Model:
    from architect.adapters.models.litellm.model import LiteLlmModel

    provider = provider_of(llm)
    if not key.value and (provider in _ONLY_WITH_KEY or _is_anthropic_alone(llm, environ)):
        raise no_key(llm)
    variable = _ADDRESS_VARIABLES.get(provider)
    if variable and not (llm.api_base or environ.get(variable)):
        raise UserError(
            f"no address is known for the model {llm.model!r}: set llm.api_base or {variable}"
        )
    info = model_info(llm.model)
    return LiteLlmModel(
        llm.model,
        api_base=llm.api_base,
        api_key=key.value,
        timeout_s=llm.timeout,
        idle_s=llm.idle_timeout,
        stream=llm.stream,
        prompt_caching=_caching(llm),
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
