"""The model of a user who has named none."""

from collections.abc import Collection, Mapping

from architect.bootstrap.models.keys import NO_KEPT_KEYS, KeptKeys
from architect.config.llm import AUTO, LlmSettings
from architect.domain.errors import AuthenticationFailedError, helped
from architect.l10n import english

FOUR_WAYS = english(
    "(1) set a key, such as OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, or keep one with "
    "`architect login`; (2) start a local "
    "server: Ollama (`ollama pull qwen3`) or LM Studio; (3) use a proxy: llm.mode: proxy and "
    "llm.api_base; (4) set llm.model in ~/.config/architect/config.yaml, or --model"
)
"""How to come by a model, on one line."""

_AT_AN_ADDRESS = "gpt-4.1"
"""What is asked for at an address of the user's own where no model is named."""


def by_key(
    llm: LlmSettings,
    environ: Mapping[str, str],
    *,
    api_key: str | None = None,
    kept: Collection[str] = (),
) -> LlmSettings:
    """`llm` with the model that follows from the keys that are there, if it names none.

    `kept` are providers that a key is kept of, which count after the variables.
    Without a key it stays as it is. The key in llm.api_key_env, which is nobody's in particular, is
    taken for OpenAI's, as it has always been.
    """
    if llm.model != AUTO:
        return llm
    if llm.api_base or llm.mode == "proxy":
        return llm.model_copy(update={"model": _AT_AN_ADDRESS})
    from architect.bootstrap.models.known_providers import PROVIDERS

    if api_key or environ.get(llm.api_key_env):
        return llm.model_copy(update={"model": PROVIDERS[0].default_model})
    for provider in PROVIDERS:
        if provider.key(environ) is not None:
            return llm.model_copy(update={"model": provider.default_model})
    for provider in PROVIDERS:
        if provider.prefix in kept:
            return llm.model_copy(update={"model": provider.default_model})
    return llm


def with_model(
    llm: LlmSettings,
    environ: Mapping[str, str],
    *,
    api_key: str | None,
    kept: KeptKeys = NO_KEPT_KEYS,
) -> LlmSettings:
    """`llm` with a model: its own, that of a key, or one of a local server that runs.

    Raises:
        AuthenticationFailedError: there is none; the text says how to come by one.
    """
    llm = by_key(llm, environ, api_key=api_key, kept={*kept.keys, *kept.problems})
    if llm.model != AUTO:
        return llm
    from architect.adapters.models.local_servers import local_model

    found = local_model(environ)
    if found is None:
        error = AuthenticationFailedError(
            english("no model is set up: {four_ways}", four_ways=FOUR_WAYS)
        )
        raise helped(
            error,
            "selectModel",
            setting="llm.model",
            brief=english("no model is selected"),
        )
    return llm.model_copy(update={"model": found})
