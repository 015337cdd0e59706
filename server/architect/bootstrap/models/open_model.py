"""Which adapter answers for a model name, and with which key."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from architect.bootstrap.models.chosen_model import with_model
from architect.bootstrap.models.context_window import window_of
from architect.bootstrap.models.fallbacks import address_for, fallback_settings, is_same_place
from architect.bootstrap.models.keys import NO_KEPT_KEYS, KeptKeys, model_key
from architect.bootstrap.models.model_table import model_info
from architect.bootstrap.models.providers import provider_of, speaks_openai
from architect.bootstrap.models.reasoning_efforts import wanted_effort
from architect.bootstrap.models.reply_cache import Cache, uncached
from architect.config.llm import LlmSettings
from architect.domain.errors import ArchitectError, UserError, helped
from architect.domain.model_names import editor_model_id
from architect.frozen import frozen
from architect.l10n import at, english
from architect.ports.model import Model

if TYPE_CHECKING:
    from architect.adapters.models.request_options import RequestOptions

RECORDED = "recorded/"

_OF_OPENAI_COMPATIBLE = (
    "architect.bootstrap.models.open_openai_compatible",
    "architect.adapters.models.retrying_model",
    "architect.adapters.models.openai_compatible.model",
    "architect.adapters.models.chat.completions",
    "architect.adapters.models.openai_compatible.either_format",
)

_OF_RESPONSES = ("architect.adapters.models.responses.format",)


@frozen
class ModelSources:
    """What a model is opened with, beside its settings.

    `api_key` goes before every variable of `environ`; `kept` are keys from the keyring, for where
    there is no other. `editor_model` is the editor's own model, if it offers one.
    `max_context_tokens` is the context window that the user set, for a server that has to be told.
    """

    environ: Mapping[str, str]
    api_key: str | None = None
    kept: KeptKeys = NO_KEPT_KEYS
    editor_model: Model | None = None
    max_context_tokens: int | None = None


def open_model(llm: LlmSettings, sources: ModelSources, *, cache: Cache = uncached) -> Model:
    """The model of the settings, with retries and fallbacks; `cache` keeps replies.

    A `recorded/` name is a bundled script, or the path of one.

    Raises:
        UserError: the name or its address cannot be used.
        AuthenticationFailedError: a hosted model without any key.
    """
    llm = with_model(llm, sources.environ, api_key=sources.api_key, kept=sources.kept)
    first = cache(_opened(llm, sources), llm)
    if not llm.fallbacks:
        return first
    from architect.adapters.models.fallback_model import FallbackModel, Substitute

    others: list[Substitute] = []
    for name in llm.fallbacks:
        key = sources.api_key if is_same_place(llm, name) else None
        try:
            settings = fallback_settings(llm, name)
            model = cache(_opened(settings, replace(sources, api_key=key)), settings)
        except ArchitectError as error:
            raise type(error)(at(f"llm.fallbacks, {name!r}", str(error))) from error
        window = window_of(name, address_for(llm, name), sources.environ)
        others.append(Substitute(model, window))
    return FallbackModel(first, others)


def _opened(llm: LlmSettings, sources: ModelSources) -> Model:
    if llm.model.startswith(RECORDED):
        return _recorded(llm.model)
    from architect.adapters.models.retrying_model import RetryingModel

    _expect_tools(llm)
    effort = wanted_effort(llm)
    if editor_model_id(llm.model) is not None:
        return RetryingModel(_expected(sources.editor_model, llm.model), retries=llm.retries)
    opened = _at_provider(llm, sources, effort)
    if effort is not None:
        from architect.adapters.models.reasoning_effort import EffortModel

        opened = EffortModel(opened, effort)
    return RetryingModel(opened, retries=llm.retries)


def _at_provider(llm: LlmSettings, sources: ModelSources, effort: str | None) -> Model:
    environ, kept = sources.environ, sources.kept
    key = model_key(llm, environ, api_key=sources.api_key, kept=kept)
    options = _options(llm, effort)
    if speaks_openai(llm):
        from architect.bootstrap.models.open_openai_compatible import open_openai_compatible

        window = sources.max_context_tokens
        return open_openai_compatible(
            llm, environ, key, options, kept=kept, max_context_tokens=window
        )
    from architect.bootstrap.models.open_litellm import open_litellm

    return open_litellm(llm, environ, key, options, kept=kept)


def _expect_tools(llm: LlmSettings) -> None:
    """Refuse a model that is known to call no tools, unless the user knows better.

    What an address of the user's own means by a name is not known.
    """
    if llm.assume_tools or llm.api_base or llm.mode == "proxy":
        return
    info = model_info(llm.model)
    if info is not None and "no_tools" in info.capabilities:
        error = UserError(
            english(
                "{model} cannot call tools, which an agent needs: choose a model that can "
                "(`architect models` shows them), or set llm.assume_tools: true if you know "
                "that it can",
                model=llm.model,
            )
        )
        brief = english(
            "{model} cannot call tools, which an agent needs: choose a model that can",
            model=llm.model,
        )
        raise helped(error, "selectModel", setting="llm.model", brief=brief)


def _expected(editor_model: Model | None, name: str) -> Model:
    if editor_model is None:
        said = english(
            "llm.model {name!r} is a model of the editor, which only VS Code with our "
            "extension offers",
            name=name,
        )
        error = UserError(
            english(
                "{said}; elsewhere set llm.model (or --model) to a model with an API key, such "
                "as openai/gpt-5.6-terra, or to a local one, such as ollama/qwen3",
                said=said,
            )
        )
        raise helped(error, "selectModel", setting="llm.model", brief=said)
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


def _recorded(name: str) -> Model:
    from architect.adapters.models.recorded.model import ScriptedModel
    from architect.adapters.models.recorded.script import BUNDLED_SCRIPTS, load_script

    wanted = name.removeprefix(RECORDED)
    bundled = BUNDLED_SCRIPTS / f"{wanted}.json"
    path = bundled if bundled.is_file() else Path(wanted)
    if not path.is_file():
        known = ", ".join(sorted(script.stem for script in BUNDLED_SCRIPTS.glob("*.json")))
        raise UserError(
            english(
                "there is no recorded script {wanted!r}: no file {path!r}, and the bundled "
                "ones are: {known}",
                wanted=wanted,
                path=str(path),
                known=known,
            )
        )
    return ScriptedModel(load_script(path), name=name)


def _options(llm: LlmSettings, effort: str | None) -> "RequestOptions":
    from architect.adapters.models.request_options import RequestOptions

    return RequestOptions(
        llm.max_output_tokens,
        llm.temperature,
        llm.extra_headers,
        llm.extra_body,
        reasoning_effort=effort,
    )
