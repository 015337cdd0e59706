"""The keys that `architect login` keeps: asked for only where there is no other."""

from collections.abc import Iterator, Mapping

from architect.bootstrap.models.fallbacks import fallback_settings, is_same_place
from architect.bootstrap.models.keys import NO_KEPT_KEYS, KeptKeys, key_providers, model_key
from architect.config.llm import LlmSettings
from architect.domain.errors import KeyringFault


def kept_providers(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The providers that a key is kept of; no keyring is asked."""
    from architect.adapters.keyring.key_store import KeyStore

    return KeyStore(environ).providers()


def kept_keys(
    llm: LlmSettings, environ: Mapping[str, str], *, api_key: str | None = None
) -> KeptKeys:
    """The keys that `llm` and its fallbacks need and find nowhere else.

    It blocks while the keyring answers, for its time limit at most.
    """
    from architect.bootstrap.models.chosen_model import by_key

    names = kept_providers(environ)
    if not names:
        return NO_KEPT_KEYS
    llm = by_key(llm, environ, api_key=api_key, kept=names)
    wanted = dict.fromkeys(_missing(llm, environ, api_key))
    return read_keys([name for name in wanted if name in names], environ)


def read_keys(providers: list[str], environ: Mapping[str, str]) -> KeptKeys:
    """The kept keys of `providers`; where the keyring fails once, it is not asked again."""
    from architect.adapters.keyring.key_store import KeyStore

    store = KeyStore(environ)
    keys: dict[str, str] = {}
    for at, provider in enumerate(providers):
        try:
            keys[provider] = store.key(provider)
        except KeyringFault as fault:
            return KeptKeys(keys, dict.fromkeys(providers[at:], str(fault)))
    return KeptKeys(keys)


def _missing(llm: LlmSettings, environ: Mapping[str, str], api_key: str | None) -> Iterator[str]:
    """The providers whose keys would be sent if they were there."""
    settings = [(llm, api_key)]
    for name in llm.fallbacks:
        key = api_key if is_same_place(llm, name) else None
        settings.append((fallback_settings(llm, name), key))
    for each, key in settings:
        if model_key(each, environ, api_key=key).value is None:
            yield from key_providers(each)
