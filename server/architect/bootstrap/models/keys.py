"""The key for a model, and where it is looked for."""

from collections.abc import Mapping

from architect.adapters.models.hosts import operator_of
from architect.bootstrap.models.providers import litellm_providers, provider_of, speaks_openai
from architect.config.llm import LlmSettings
from architect.domain.errors import AuthenticationFailedError
from architect.frozen import frozen

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


def model_key(
    llm: LlmSettings, environ: Mapping[str, str], *, api_key: str | None = None
) -> ModelKey:
    """The key for the model: `api_key`, else that in the first variable that holds one."""
    if api_key:
        return ModelKey(api_key, "the key sent was the one from --api-key")
    variables = _key_variables(llm)
    for variable in variables:
        if value := environ.get(variable):
            return ModelKey(value, f"the key sent was the one in {variable}")
    return ModelKey(
        None,
        f"no key was found in {' or '.join(variables)}: set one of them, name another variable in "
        "llm.api_key_env, or use --api-key on the command line",
    )


def no_key(llm: LlmSettings) -> AuthenticationFailedError:
    """That there is no key, although the provider, which has a variable, is known to want one."""
    variable = provider_variables(provider_of(llm))[0]
    return AuthenticationFailedError(
        f"no key for {llm.model!r}: set {variable}, name another variable in llm.api_key_env, "
        "or use --api-key on the command line"
    )


def _key_variables(llm: LlmSettings) -> tuple[str, ...]:
    """The variables a key may stand in, in the order in which they are looked at.

    At an address of the user's own, a name such as `Qwen/x` names no provider, and the key is
    OpenAI's, as it is to OpenAI's own libraries. The name of a provider says that the key is that
    provider's, and then no other is sent, wherever the address may lead.
    """
    provider = provider_of(llm)
    variables = (llm.api_key_env, *provider_variables(provider))
    if operator_of(llm.api_base or "") == "azure" and provider == "openai":
        variables = (llm.api_key_env, *_OWN_VARIABLES["azure"], *_OWN_VARIABLES["openai"])
    own_address = speaks_openai(llm) and (llm.api_base or llm.mode == "proxy")
    if own_address and provider not in litellm_providers():
        variables = (*variables, *provider_variables("openai"))
    return tuple(dict.fromkeys(variables))


def provider_variables(provider: str) -> tuple[str, ...]:
    """The variables in which the key of `provider` is looked for."""
    usual = f"{provider.upper()}_API_KEY"
    is_name = bool(provider) and usual.isascii() and usual.isidentifier()
    return _OWN_VARIABLES.get(provider, (usual,) if is_name else ())
