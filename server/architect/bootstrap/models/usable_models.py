"""The models that can be used with the keys at hand, and what is known of them."""

import asyncio
import re
from collections.abc import Iterable, Mapping

from architect.bootstrap.models.keys import NO_KEPT_KEYS, KeptKeys, model_key
from architect.bootstrap.models.known_providers import PROVIDERS, KnownProvider
from architect.bootstrap.models.model_table import model_info, models_of
from architect.config.llm import LlmSettings
from architect.domain.errors import ModelFault, UserError
from architect.domain.model_info import Capability, ModelInfo, ServedModel
from architect.domain.prices import FREE, Price
from architect.domain.reasoning_effort import choices
from architect.frozen import frozen
from architect.l10n import english

_LISTING_S = 8.0
_NOT_FOR_CODE = re.compile(
    r"audio|babbage|computer-use|dall-e|davinci|deep-research|embed|guard|image|instruct|live"
    r"|moderation|ocr|realtime|robotics|search|sora|transcri|tts|video|voxtral|whisper"
)
_LOCAL = {
    "ollama": ("OLLAMA_HOST", "http://127.0.0.1:11434", "/api/tags"),
    "lm_studio": ("LM_STUDIO_API_BASE", "http://127.0.0.1:1234", "/api/v0/models"),
}
"""The variable of its address, the usual one, and where it lists its models."""


@frozen
class UsableModel:
    """`name` is what `--model` takes. None stands for what nobody says; tokens and US dollars.

    `efforts` are what `--reasoning` takes for it, empty if nobody says.
    """

    name: str
    max_input_tokens: int | None
    max_output_tokens: int | None
    price: Price | None
    tools: bool | None
    reasoning: bool | None
    vision: bool | None
    efforts: tuple[str, ...]


@frozen
class ProviderModels:
    """What one provider has; `access` says how it is reached, `problem` why it was not asked.

    Where it could not be asked, the models are those that our table knows.
    """

    provider: str
    access: str
    models: tuple[UsableModel, ...]
    problem: str = ""


async def usable_models(
    llm: LlmSettings, environ: Mapping[str, str], *, only: str | None = None
) -> tuple[ProviderModels, ...]:
    """Every provider with a key, the address that is configured, and local servers that run.

    Keys that `architect login` keeps count where there is no other.

    A provider that does not answer has a `problem`. `only` names the one that is asked for.

    Raises:
        UserError: there is no such provider.
    """
    known = [provider for provider in PROVIDERS if only in (None, provider.prefix)]
    local = [name for name in _LOCAL if only in (None, name)]
    if not known and not local:
        names = ", ".join([*(provider.prefix for provider in PROVIDERS), *_LOCAL])
        raise UserError(
            english("--provider {only!r} is not one of {names}", only=only, names=names)
        )
    kept = await asyncio.to_thread(_kept, known, environ)
    asked = [
        *(_of_provider(provider, environ, kept, wanted=only is not None) for provider in known),
        *(_of_local_server(name, environ, wanted=only is not None) for name in local),
    ]
    if llm.api_base and only is None:
        asked.insert(0, _of_configured(llm, environ, kept))
    return tuple(found for found in await asyncio.gather(*asked) if found is not None)


async def models_at(
    address: str, llm: LlmSettings, environ: Mapping[str, str], *, api_key: str | None = None
) -> ProviderModels:
    """What a server at `address` lists that speaks OpenAI's format; it gets no key of another one.

    The key is `api_key`, else that of the settings if they have that address, or one for
    `hosted_vllm`.
    """
    if address != llm.api_base:
        llm = LlmSettings(
            api_base=address, model="hosted_vllm/any", api_key_env="HOSTED_VLLM_API_KEY"
        )
    found = await _of_configured(llm, environ, api_key=api_key)
    return ProviderModels("openai-compatible", address, found.models, found.problem)


def _kept(providers: Iterable[KnownProvider], environ: Mapping[str, str]) -> KeptKeys:
    """The kept keys of those that have none in the environment; blocks for a while."""
    from architect.bootstrap.models.kept_keys import kept_providers, read_keys

    names = kept_providers(environ)
    without = [each.prefix for each in providers if each.key(environ) is None]
    return read_keys([name for name in without if name in names], environ)


async def _of_provider(
    provider: KnownProvider, environ: Mapping[str, str], kept: KeptKeys, *, wanted: bool
) -> ProviderModels | None:
    key = provider.key(environ)
    access = english("key in {key}", key=key[0]) if key else english("kept key")
    if key is None and provider.prefix in kept.keys:
        key = (f"architect login {provider.prefix}", kept.keys[provider.prefix])
    from_table = tuple(
        _usable(provider.prefix, ServedModel(name)) for name in models_of(provider.prefix)
    )
    if problem := kept.problems.get(provider.prefix):
        return ProviderModels(provider.prefix, access, from_table, problem)
    if key is None:
        if not wanted:
            return None
        needed = english(
            "no key: set {variables}, or run `architect login {provider}`",
            variables=" or ".join(provider.variables),
            provider=provider.prefix,
        )
        return ProviderModels(provider.prefix, "", from_table, needed)
    variable, value = key
    try:
        url = provider.list_url(environ)
        served = await _served(url, provider.headers(value, url), variable)
    except ModelFault as fault:
        return ProviderModels(provider.prefix, access, from_table, str(fault))
    return ProviderModels(provider.prefix, access, _sorted(provider.prefix, served))


async def _of_configured(
    llm: LlmSettings,
    environ: Mapping[str, str],
    kept: KeptKeys = NO_KEPT_KEYS,
    *,
    api_key: str | None = None,
) -> ProviderModels:
    from architect.adapters.models.faults.shown_address import without_login
    from architect.adapters.models.hosts import authorization, operator_of
    from architect.adapters.models.openai_compatible.endpoint import endpoint_for

    assert llm.api_base is not None
    name = english("configured ({api_base})", api_base=without_login(llm.api_base))
    try:
        base = endpoint_for(llm.model, api_base=llm.api_base, proxy=True).api_base
        headers = {
            **authorization(model_key(llm, environ, api_key=api_key, kept=kept).value, base),
            **llm.extra_headers,
        }
        served = await _served(f"{base}/models", headers, "llm.api_base")
    except (ModelFault, UserError) as error:
        return ProviderModels(name, "llm.api_base", (), str(error))
    prefix = "azure" if operator_of(base) == "azure" else ""
    return ProviderModels(name, "llm.api_base", _sorted(prefix, served))


async def _of_local_server(
    name: str, environ: Mapping[str, str], *, wanted: bool
) -> ProviderModels | None:
    from architect.adapters.models.openai_compatible.endpoint import ollama_address

    variable, usual, path = _LOCAL[name]
    address = environ.get(variable) or usual
    root = (ollama_address(address) if name == "ollama" else address).rstrip("/")
    root = root.removesuffix("/v1")
    try:
        served = await _served(f"{root}{path}", {}, variable)
    except ModelFault as fault:
        return ProviderModels(name, root, (), str(fault)) if wanted else None
    return ProviderModels(name, root, _sorted(name, served))


async def _served(url: str, headers: Mapping[str, str], source: str) -> Iterable[ServedModel]:
    from architect.adapters.models.served_models import served_models

    return await served_models(url, headers, timeout_s=_LISTING_S, source=source)


def _sorted(prefix: str, served: Iterable[ServedModel]) -> tuple[UsableModel, ...]:
    usable = {
        model.id: _usable(prefix, model)
        for model in served
        if model.id and not _NOT_FOR_CODE.search(model.id.lower())
    }
    return tuple(usable[name] for name in sorted(usable))


def _usable(prefix: str, served: ServedModel) -> UsableModel:
    """What the one who serves it says goes before what our table knows."""
    name = f"{prefix}/{served.id}" if prefix else served.id
    info = model_info(name)
    local = FREE if prefix in _LOCAL else None
    return UsableModel(
        name,
        served.max_input_tokens or (info.max_input_tokens if info else None),
        served.max_output_tokens or (info.max_output_tokens if info else None),
        local or served.price or (info.price if info else None),
        tools=_can("tools", served, info),
        reasoning=_can("reasoning", served, info),
        vision=_can("vision", served, info),
        efforts=tuple(choices(info.efforts)) if info else (),
    )


def _can(capability: Capability, served: ServedModel, info: ModelInfo | None) -> bool | None:
    """Whether a model can do something; that our table does not name it proves nothing."""
    if served.capabilities is not None:
        return capability in served.capabilities
    if capability == "tools" and info is not None and "no_tools" in info.capabilities:
        return False
    return True if info is not None and capability in info.capabilities else None
