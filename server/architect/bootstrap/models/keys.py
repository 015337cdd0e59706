"""The key for a model, and where it is looked for."""

from collections.abc import Mapping
from dataclasses import field

from architect.adapters.models.hosts import operator_of
from architect.bootstrap.models.providers import litellm_providers, provider_of, speaks_openai
from architect.config.llm import LlmSettings
from architect.domain.errors import AuthenticationFailedError, helped
from architect.frozen import frozen
from architect.l10n import english, joined

_OWN_VARIABLES = {
    "openai": ("OPENAI_API_KEY",),
    "azure": ("AZURE_API_KEY", "AZURE_OPENAI_API_KEY"),
    "litellm_proxy": ("LITELLM_PROXY_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
}


@frozen
class ModelKey:
    """`value` is None if there is no key; `source` says where it was found or looked for."""

    value: str | None
    source: str


@frozen
class KeptKeys:
    """What the keyring gave of the keys that `architect login` keeps, by provider.

    `problems` say why one could not be read.
    """

    keys: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    problems: Mapping[str, str] = field(default_factory=dict[str, str])


NO_KEPT_KEYS = KeptKeys()


def model_key(
    llm: LlmSettings,
    environ: Mapping[str, str],
    *,
    api_key: str | None = None,
    kept: KeptKeys = NO_KEPT_KEYS,
) -> ModelKey:
    """The key for the model: `api_key`, else that of the first variable with one, or a kept one."""
    if api_key:
        return ModelKey(api_key, english("the key sent was the one from --api-key"))
    variables = key_variables(llm)
    for variable in variables:
        if value := environ.get(variable):
            return ModelKey(
                value, english("the key sent was the one in {variable}", variable=variable)
            )
    providers = key_providers(llm)
    for provider in providers:
        if value := kept.keys.get(provider):
            source = english(
                "the key sent was the one that `architect login {provider}` keeps",
                provider=provider,
            )
            return ModelKey(value, source)
    return ModelKey(
        None,
        english(
            "no key was found in {variables}: set one of them, {hint}name another variable in "
            "llm.api_key_env, or use --api-key on the command line{problem}",
            variables=" or ".join(variables),
            hint=_login(providers),
            problem=_unreadable(providers, kept),
        ),
    )


def no_key(llm: LlmSettings, kept: KeptKeys = NO_KEPT_KEYS) -> AuthenticationFailedError:
    """That there is no key, although the provider, which has a variable, is known to want one."""
    provider = provider_of(llm)
    error = AuthenticationFailedError(
        english(
            "no key for {model!r}: set {provider}, {hint}name another variable in "
            "llm.api_key_env, or use --api-key on the command line{problem}",
            model=llm.model,
            provider=provider_variables(provider)[0],
            hint=_login((provider,)),
            problem=_unreadable(key_providers(llm), kept),
        )
    )
    return helped(error, brief=english("no key for {model!r} is stored", model=llm.model))


def _login(providers: tuple[str, ...]) -> str:
    known = next((each for each in providers if each in litellm_providers()), None)
    return english("run `architect login {known}`, ", known=known) if known else ""


def _unreadable(providers: tuple[str, ...], kept: KeptKeys) -> str:
    found = (each for each in providers if each in kept.problems)
    return joined(
        "",
        (
            english(
                "; the key that `architect login {provider}` keeps cannot be read: {reason}",
                provider=each,
                reason=kept.problems[each],
            )
            for each in found
        ),
    )


def key_variables(llm: LlmSettings) -> tuple[str, ...]:
    """The variables a key may stand in, in the order in which they are looked at.

    At an address of the user's own, a name such as `Qwen/x` names no provider, and the key is
    OpenAI's, as it is to OpenAI's own libraries. The name of a provider says that the key is that
    provider's, and then no other is sent, wherever the address may lead.
    """
    own = (name for provider in key_providers(llm) for name in provider_variables(provider))
    return tuple(dict.fromkeys((llm.api_key_env, *own)))


def key_providers(llm: LlmSettings) -> tuple[str, ...]:
    """The providers whose keys the model may get, in the order in which they are looked for."""
    provider = provider_of(llm)
    if operator_of(llm.api_base or "") == "azure" and provider == "openai":
        return ("azure", "openai")
    own_address = speaks_openai(llm) and (llm.api_base or llm.mode == "proxy")
    if own_address and provider not in litellm_providers():
        return (provider, "openai") if provider else ("openai",)
    return (provider,) if provider else ()


def provider_variables(provider: str) -> tuple[str, ...]:
    """The variables in which the key of `provider` is looked for."""
    usual = f"{provider.upper()}_API_KEY"
    is_name = bool(provider) and usual.isascii() and usual.isidentifier()
    return _OWN_VARIABLES.get(provider, (usual,) if is_name else ())
