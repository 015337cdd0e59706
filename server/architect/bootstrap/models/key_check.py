"""Whether a provider takes a key: it is asked for its list of models, which costs nothing."""

from collections.abc import Mapping
from typing import Literal

from architect.bootstrap.models.keys import key_providers
from architect.bootstrap.models.known_providers import PROVIDERS
from architect.config.llm import LlmSettings
from architect.domain.errors import (
    AuthenticationFailedError,
    ConnectionFailedError,
    ModelFault,
    ModelTimeoutError,
    UserError,
)
from architect.frozen import frozen
from architect.l10n import english

_FORBIDDEN = "the provider answered 403"
"""A key that may not list models may still be one for replies."""

CHECK_S = 8.0


@frozen
class KeyCheck:
    """`unknown`: somebody answered, which proves nothing, or there is nobody known to be asked.

    `models` are those that were listed, as `--model` takes them; `address` is what was asked, empty
    if nobody was.
    """

    state: Literal["works", "refused", "unreachable", "unknown"]
    text: str
    models: tuple[str, ...] = ()
    address: str = ""


@frozen
class _Question:
    url: str
    headers: Mapping[str, str]
    source: str
    prefix: str


async def check_key(
    llm: LlmSettings, provider: str, key: str | None, environ: Mapping[str, str]
) -> KeyCheck:
    """What `provider` says to `key`; at the address of `llm`, if it has one for that provider."""
    try:
        question = _question(llm, provider, key, environ)
    except UserError as error:
        return KeyCheck("unknown", str(error))
    if question is None:
        return KeyCheck(
            "unknown",
            english("no way is known to ask {provider} for nothing", provider=provider),
        )
    from architect.adapters.models.served_models import served_models

    try:
        served = await served_models(
            question.url, question.headers, timeout_s=CHECK_S, source=question.source
        )
    except AuthenticationFailedError as fault:
        refused = not str(fault).startswith(_FORBIDDEN)
        return KeyCheck("refused" if refused else "unknown", str(fault), (), question.url)
    except (ConnectionFailedError, ModelTimeoutError) as fault:
        return KeyCheck("unreachable", str(fault), (), question.url)
    except ModelFault as fault:
        return KeyCheck("unknown", str(fault), (), question.url)
    names = (f"{question.prefix}/{each.id}" if question.prefix else each.id for each in served)
    return KeyCheck("works", "accepted", tuple(names), question.url)


def _question(
    llm: LlmSettings, provider: str, key: str | None, environ: Mapping[str, str]
) -> _Question | None:
    """None if nobody is known that could be asked.

    Raises:
        UserError: the address of the settings is none.
    """
    if llm.api_base and provider in key_providers(llm):
        from architect.adapters.models.hosts import authorization
        from architect.adapters.models.openai_compatible.endpoint import endpoint_for

        base = endpoint_for(llm.model, api_base=llm.api_base, proxy=True).api_base
        headers = {**authorization(key, base), **llm.extra_headers}
        return _Question(f"{base}/models", headers, "llm.api_base", "")
    known = next((each for each in PROVIDERS if each.prefix == provider), None)
    if known is None or key is None:
        return None
    url = known.check_url(environ)
    return _Question(url, known.headers(key, url), english("its usual address"), known.prefix)
