"""How long a conversation may become."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from architect.config.context import ContextSettings
from architect.config.llm import LlmSettings

if TYPE_CHECKING:
    from architect.adapters.models.openai_compatible.endpoint import Endpoint

UNKNOWN_WINDOW = 80_000
"""Tokens; most models that one would give a tool have room for more."""

_LONGEST_QUESTION_S = 5.0


def context_window(context: ContextSettings, llm: LlmSettings, environ: Mapping[str, str]) -> int:
    """The tokens that are set, else those that the model takes, as far as they are known.

    What a provider said when it refused a request goes before what a table says.
    """
    wanted = context.max_context_tokens
    return wanted or window_of(llm.model, llm.api_base, environ)


def window_of(model: str, api_base: str | None, environ: Mapping[str, str]) -> int:
    """The context window of `model` as far as it is known; `api_base` is None for its usual one."""
    from architect.adapters.records.refused_windows import RefusedWindows

    refused = RefusedWindows(environ).find(model, api_base)
    return refused or known_window(model) or UNKNOWN_WINDOW


def known_window(model: str) -> int | None:
    """The context window of `model` by the tables, None if they do not know it."""
    from architect.bootstrap.models.model_table import model_info

    info = model_info(model)
    return info.max_input_tokens if info else None


async def served_window(endpoint: "Endpoint", headers: Mapping[str, str]) -> int | None:
    """The context window by who serves the model; None if that is not said.

    Raises:
        ModelFault: there is no list of models.
    """
    from architect.adapters.models.served_models import lm_studio_list, served_models

    for url in (f"{endpoint.api_base}/models", lm_studio_list(endpoint.api_base)):
        for model in await served_models(url, headers, timeout_s=_LONGEST_QUESTION_S):
            if model.id == endpoint.wire_name and model.max_input_tokens:
                return model.max_input_tokens
    return None
