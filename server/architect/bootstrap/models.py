"""Which adapter answers for a model name, and with which key."""

from collections.abc import Mapping
from pathlib import Path

from architect.config.llm import LlmSettings
from architect.domain.errors import AuthenticationFailedError, UserError
from architect.ports.model import Model

RECORDED = "recorded/"
_BUNDLED_SCRIPTS = Path(__file__).parents[1] / "testing" / "scripts"
_OPENAI_NAMES = ("gpt-", "chatgpt-", "o1", "o3", "o4")
"""Names that LiteLLM, too, takes for OpenAI's when no provider stands before them."""

_OWN_KEY_VARIABLES = {
    "openai": ("OPENAI_API_KEY",),
    "litellm_proxy": ("LITELLM_PROXY_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
}
_ONLY_WITH_KEY = ("openai", "gemini", "mistral", "groq", "deepseek", "openrouter", "xai")
"""Providers that LiteLLM needs a key for, and gives other reasons than that when there is none."""

_BASE_VARIABLES = {
    "openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
    "ollama": ("OLLAMA_API_BASE", "OLLAMA_HOST"),
    "ollama_chat": ("OLLAMA_API_BASE", "OLLAMA_HOST"),
}


def open_model(
    llm: LlmSettings, environ: Mapping[str, str], *, api_key: str | None, scripts: Path
) -> Model:
    """The model the settings name, with retries; `api_key` goes before every variable.

    A `recorded/` name is a bundled script, or a file relative to the folder `scripts`.

    Raises:
        UserError: the name or its address cannot be used.
        AuthenticationFailedError: a hosted model without any key.
    """
    if llm.model.startswith(RECORDED):
        return _recorded(llm.model, scripts)
    from architect.adapters.models.retrying_model import RetryingModel

    key = api_key or find_key(llm, environ)
    if speaks_openai(llm, environ):
        return RetryingModel(_openai_compatible(llm, environ, key), retries=llm.retries)
    return RetryingModel(_litellm(llm, environ, key), retries=llm.retries)


def speaks_openai(llm: LlmSettings, environ: Mapping[str, str]) -> bool:
    """Whether the model is reached by the OpenAI wire format rather than through LiteLLM."""
    if llm.provider != "auto":
        return llm.provider == "openai_compatible"
    if llm.api_base or llm.mode == "proxy":
        return True
    prefix, slash, _ = llm.model.partition("/")
    if not slash:
        return llm.model.startswith(_OPENAI_NAMES)
    return prefix in ("openai", "ollama", "ollama_chat")


def find_key(llm: LlmSettings, environ: Mapping[str, str]) -> str | None:
    """The key in `api_key_env`, else in the provider's own variable, else None."""
    provider = _provider(llm, environ)
    for variable in (llm.api_key_env, *_key_variables(provider)):
        if value := environ.get(variable):
            return value
    return None


def _provider(llm: LlmSettings, environ: Mapping[str, str]) -> str:
    """The provider of the model; empty if only LiteLLM can tell it from the bare name."""
    prefix, slash, _ = llm.model.partition("/")
    if slash:
        return prefix
    known = speaks_openai(llm, environ) or llm.model.startswith(_OPENAI_NAMES)
    return "openai" if known else ""


def _key_variables(provider: str) -> tuple[str, ...]:
    usual = (f"{provider.upper()}_API_KEY",) if provider else ()
    return _OWN_KEY_VARIABLES.get(provider, usual)


def _no_key(model: str, provider: str) -> AuthenticationFailedError:
    variable = _key_variables(provider)[0]
    return AuthenticationFailedError(
        f"no key for {model!r}: set {variable}, name another variable in llm.api_key_env, "
        "or give --api-key"
    )


def _recorded(name: str, scripts: Path) -> Model:
    from architect.testing.recorded_script import load_script
    from architect.testing.scripted_model import ScriptedModel

    wanted = name.removeprefix(RECORDED)
    bundled = _BUNDLED_SCRIPTS / f"{wanted}.json"
    path = bundled if bundled.is_file() else scripts / wanted
    if not path.is_file():
        known = ", ".join(sorted(script.stem for script in _BUNDLED_SCRIPTS.glob("*.json")))
        raise UserError(
            f"there is no recorded script {wanted!r}: no file {str(path)!r}, "
            f"and the bundled ones are: {known}"
        )
    return ScriptedModel(load_script(path), name=name)


def _openai_compatible(llm: LlmSettings, environ: Mapping[str, str], key: str | None) -> Model:
    from architect.adapters.models.openai_compatible.endpoint import endpoint_for
    from architect.adapters.models.openai_compatible.model import OpenAiCompatibleModel

    provider = _provider(llm, environ)
    variables = _BASE_VARIABLES.get(provider, ())
    from_environment = next((environ[name] for name in variables if environ.get(name)), None)
    api_base = llm.api_base or from_environment
    if api_base is None and provider == "openai" and not key and llm.mode == "direct":
        raise _no_key(llm.model, provider)
    # A bare name is OpenAI's own, unless an address says otherwise.
    model = llm.model if api_base or "/" in llm.model else f"openai/{llm.model}"
    endpoint = endpoint_for(model, api_base=api_base, proxy=llm.mode == "proxy")
    return OpenAiCompatibleModel(
        llm.model,
        wire_name=endpoint.wire_name,
        api_base=endpoint.api_base,
        api_key=key,
        timeout_s=llm.timeout,
        stream=llm.stream,
    )


def _litellm(llm: LlmSettings, environ: Mapping[str, str], key: str | None) -> Model:
    from architect.adapters.models.litellm_model import LiteLlmModel

    provider = _provider(llm, environ)
    if not key and provider in _ONLY_WITH_KEY:
        raise _no_key(llm.model, provider)
    return LiteLlmModel(
        llm.model,
        api_base=llm.api_base,
        api_key=key,
        timeout_s=llm.timeout,
        stream=llm.stream,
        prompt_caching=llm.prompt_caching,
    )
