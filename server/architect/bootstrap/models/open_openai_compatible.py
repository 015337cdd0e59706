"""A model that is asked in a format of OpenAI's, at the address of its settings."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from architect.bootstrap.models.context_window import known_window, served_window
from architect.bootstrap.models.keys import NO_KEPT_KEYS, KeptKeys, ModelKey, no_key
from architect.bootstrap.models.providers import provider_of
from architect.bootstrap.models.wire_format import wire_format
from architect.config.llm import LlmSettings
from architect.l10n import english
from architect.ports.model import Model

if TYPE_CHECKING:
    from architect.adapters.models.openai_compatible.endpoint import Endpoint
    from architect.adapters.models.openai_compatible.wire_format import WireFormat
    from architect.adapters.models.request_options import RequestOptions

_OLLAMA = ("ollama", "ollama_chat")

_BASE_VARIABLES = {
    "openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
    "ollama": ("OLLAMA_API_BASE", "OLLAMA_HOST"),
    "ollama_chat": ("OLLAMA_API_BASE", "OLLAMA_HOST"),
    "lm_studio": ("LM_STUDIO_API_BASE",),
}


def open_openai_compatible(
    llm: LlmSettings,
    environ: Mapping[str, str],
    key: ModelKey,
    options: "RequestOptions",
    *,
    kept: KeptKeys = NO_KEPT_KEYS,
    max_context_tokens: int | None,
) -> Model:
    """The model of the settings, without retries; what its server says of it is asked for later.

    Raises:
        UserError: its address cannot be used.
        AuthenticationFailedError: OpenAI's own without a key.
    """
    from architect.adapters.models.hosts import authorization
    from architect.adapters.models.openai_compatible.endpoint import endpoint_for

    provider = provider_of(llm)
    api_base, source = _address(llm, environ, provider)
    if api_base is None and provider == "openai" and not key.value and llm.mode == "direct":
        raise no_key(llm, kept)
    # A bare name is OpenAI's own, unless an address says otherwise.
    model = llm.model if api_base or "/" in llm.model else f"openai/{llm.model}"
    endpoint = endpoint_for(model, api_base=api_base, proxy=llm.mode == "proxy", source=source)
    open_as = partial(_open_at, llm, endpoint, key, options, source)
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


def _open_at(
    llm: LlmSettings,
    endpoint: "Endpoint",
    key: ModelKey,
    options: "RequestOptions",
    source: str,
    wire: "WireFormat | None",
) -> Model:
    """The model at `endpoint`, whose address stands in `source`.

    `wire` is a format of the server's own, which has its paths below the root of the address.
    """
    from architect.adapters.models.openai_compatible.model import OpenAiCompatibleModel

    return OpenAiCompatibleModel(
        llm.model,
        wire or wire_format(llm, endpoint),
        api_base=endpoint.root if wire else endpoint.api_base,
        api_key=key.value,
        timeout_s=llm.timeout,
        idle_s=llm.idle_timeout,
        stream=llm.stream,
        address_source=source,
        key_source=key.source
        if key.value
        else english("no key was sent: {reason}", reason=key.source),
        options=options,
    )


def _address(llm: LlmSettings, environ: Mapping[str, str], provider: str) -> tuple[str | None, str]:
    """The address that is set, None if there is none, and the setting or variable it stands in."""
    from architect.adapters.models.openai_compatible.endpoint import ollama_address

    if llm.api_base:
        return llm.api_base, "llm.api_base"
    for variable in _BASE_VARIABLES.get(provider, ()):
        if value := environ.get(variable):
            return ollama_address(value) if "ollama" in provider else value, variable
    return None, "llm.api_base"
