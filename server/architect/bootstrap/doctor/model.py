"""The model, its key, and the way to it."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from architect.adapters.models.faults.no_connection import is_on_this_machine
from architect.bootstrap.doctor.check import Check, State
from architect.bootstrap.models.chosen_model import by_key
from architect.bootstrap.models.kept_keys import kept_keys
from architect.bootstrap.models.key_check import KeyCheck, check_key
from architect.bootstrap.models.keys import (
    KeptKeys,
    ModelKey,
    key_providers,
    model_key,
    provider_variables,
)
from architect.bootstrap.models.known_providers import PROVIDERS
from architect.bootstrap.models.model_problem import model_problem
from architect.bootstrap.models.open_model import RECORDED
from architect.bootstrap.models.providers import provider_of
from architect.bootstrap.models.usable_models import usable_models
from architect.config.llm import AUTO, LlmSettings
from architect.config.schema import Config
from architect.domain.errors import ArchitectError
from architect.domain.model_names import editor_model_id
from architect.l10n import english

_LOCAL = ("ollama", "ollama_chat", "lm_studio")


async def checks(
    settings: Config,
    environ: Mapping[str, str],
    *,
    offline: bool,
    told: Callable[[ArchitectError], str] = str,
    keeps_keys: Callable[[], bool] = lambda: True,
) -> Sequence[Check]:
    """Whether runs would get their model; its provider is asked, which costs nothing.

    `keeps_keys` says whether `architect login` can keep a key; it may block.
    """
    kept = await asyncio.to_thread(kept_keys, settings.llm, environ)
    names = {*kept.keys, *kept.problems}
    llm = by_key(settings.llm, environ, kept=names)
    found = await asyncio.to_thread(_model, llm, environ, kept, told, keeps_keys)
    if found.state is not State.OK or found.text.startswith(RECORDED):
        return [found]
    provider = provider_of(llm) or next(iter(key_providers(llm)), "")
    if (provider in _LOCAL and llm.api_base is None) or llm.model == AUTO:
        return [found, *([] if offline else await _local(llm, environ))]
    key = model_key(llm, environ, kept=kept)
    if offline:
        return [found]
    return [found, *await _asked(llm, provider, key, environ)]


def _model(
    llm: LlmSettings,
    environ: Mapping[str, str],
    kept: KeptKeys,
    told: Callable[[ArchitectError], str],
    keeps_keys: Callable[[], bool],
) -> Check:
    name = llm.model
    if name == AUTO:
        from architect.adapters.models.local_servers import local_model

        name = local_model(environ) or name
    if editor_model_id(name) is not None:
        text = english(
            "{name}: a model of the editor, available only to runs started there", name=name
        )
        fix = english("choose a model for other runs with --model")
        return Check("model", State.WARNING, text, fix, "architect models")
    if problem := model_problem(llm, environ, kept, told=told):
        return _no_model(llm, problem, keeps_keys)
    if name.startswith(RECORDED):
        return Check("model", State.OK, english("{name}, needs no API key", name=name))
    has_key = model_key(llm, environ, kept=kept).value is not None
    return Check(
        "model",
        State.OK,
        english("{name}, API key found", name=name)
        if has_key
        else english("{name}, no API key", name=name),
    )


def _no_model(llm: LlmSettings, problem: str, keeps_keys: Callable[[], bool]) -> Check:
    known = {provider.prefix for provider in PROVIDERS}
    wanted = next((each for each in key_providers(llm) if each in known), "openai")
    if keeps_keys():
        fix, command = english("keep a key"), f"architect login {wanted}"
    else:
        fix, command = (
            english("set a key"),
            f"export {provider_variables(wanted)[0]}=...",
        )
    other = english("{fix}, or see docs/models.md for other ways", fix=fix)
    return Check("model", State.PROBLEM, problem, other, command)


async def _asked(
    llm: LlmSettings, provider: str, key: ModelKey, environ: Mapping[str, str]
) -> Sequence[Check]:
    """What the one who serves the model says."""
    began = time.monotonic()
    check = await check_key(llm, provider, key.value, environ)
    took_s = time.monotonic() - began
    if check.state == "unreachable":
        if is_on_this_machine(check.address):
            fix = english("start the server, or set llm.api_base to where it listens")
            return [Check("network", State.PROBLEM, check.text, fix)]
        fix = english("check the network; behind a proxy, name it")
        command = "export HTTPS_PROXY=http://HOST:PORT"
        return [Check("network", State.PROBLEM, check.text, fix, command)]
    if not check.address:
        return (
            [Check("key", State.OK, english("not tried: {reason}", reason=check.text))]
            if key.value
            else []
        )
    network = Check(
        "network",
        State.OK,
        english("{address} answers ({took_s:.1f} s)", address=_way(check.address), took_s=took_s),
    )
    return [network, _key(check, provider, key), *_listed(llm, check)]


def _key(check: KeyCheck, provider: str, key: ModelKey) -> Check:
    source = (
        key.source.removeprefix("the key sent was the one ") if key.value else english("no key")
    )
    if check.state == "works":
        return Check("key", State.OK, english("accepted ({source})", source=source))
    if check.state == "refused":
        variable = next(iter(provider_variables(provider)), "LITELLM_API_KEY")
        kept = "architect login" in key.source
        line = f"read -rs {variable} && export {variable}"
        command = f"architect login {provider}" if kept else line
        fix = english("enter one that is valid")
        return Check(
            "key",
            State.PROBLEM,
            f"{check.text} ({source})",
            fix,
            command,
        )
    return Check(
        "key",
        State.OK,
        english(
            "not known whether it works ({source}): {reason}", source=source, reason=check.text
        ),
    )


def _listed(llm: LlmSettings, check: KeyCheck) -> Sequence[Check]:
    """A word if the provider lists its models and this one is not among them."""
    if not check.models or llm.model in check.models or f"openai/{llm.model}" in check.models:
        return []
    bare = llm.model.partition("/")[2]
    if any(name.endswith((f"/{bare}", bare)) for name in check.models if bare):
        return []
    text = english(
        "{model} is not among the {models} models that are listed",
        model=llm.model,
        models=len(check.models),
    )
    return [
        Check(
            "model name",
            State.WARNING,
            text,
            english("choose one that is"),
            "architect models",
        )
    ]


async def _local(llm: LlmSettings, environ: Mapping[str, str]) -> Sequence[Check]:
    """Whether the local server of the model runs and has it."""
    if llm.model == AUTO:
        return []
    prefix, _, name = llm.model.partition("/")
    prefix = "ollama" if prefix == "ollama_chat" else prefix
    [found] = await usable_models(llm, environ, only=prefix)
    if found.problem:
        command = "ollama serve" if prefix == "ollama" else "lms server start"
        return [Check("network", State.PROBLEM, found.problem, english("start it"), command)]
    names = {model.name.removesuffix(":latest") for model in found.models}
    if f"{prefix}/{name}".removesuffix(":latest") in names:
        return [
            Check(
                "network",
                State.OK,
                english("{access} answers, and has the model", access=found.access),
            )
        ]
    command = f"ollama pull {name}" if prefix == "ollama" else f"lms get {name}"
    text = english("{access} answers, but does not have {name}", access=found.access, name=name)
    return [Check("model name", State.PROBLEM, text, english("get it"), command)]


def _way(address: str) -> str:
    """The host, and the proxy on the way to it."""
    from architect.adapters.models.faults.shown_address import without_login
    from architect.adapters.models.proxies import proxy_for

    proxy = proxy_for(address)
    host = urlsplit(address).netloc.rpartition("@")[2]
    return f"{host} (through {without_login(proxy)})" if proxy else host
