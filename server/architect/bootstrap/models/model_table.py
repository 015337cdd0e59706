"""What is known of the models of the usual providers; `make models` writes the table."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from architect.bootstrap.models.litellm_map import litellm_map, row_of
from architect.bootstrap.models.providers import litellm_providers
from architect.domain.model_info import Capability, ModelInfo
from architect.domain.model_names import LOCAL_PROVIDERS, entry_of
from architect.domain.prices import Price

FILE = Path(__file__).with_name("model_table.json")
_ANYBODYS = ("custom_openai", "litellm_proxy", "openai", "openai_like")
"""Prefixes of models that somebody serves by a name of their own."""

COLUMNS = (
    "provider",
    "input",
    "output",
    "cache_read",
    "cache_write",
    "max_input_tokens",
    "max_output_tokens",
    "capabilities",
    "efforts",
)
"""Of a row. The prices are US dollars per million tokens; capabilities and reasoning efforts stand
in one text each."""


def model_info(model: str) -> ModelInfo | None:
    """What is known of `model`, by its id or that of which it is a version; None if nothing is.

    The first call reads the table, which takes some milliseconds. What it has nothing of is
    looked for in the map of an installed LiteLLM, which is larger.
    """
    if model.startswith(LOCAL_PROVIDERS):
        return None
    row = entry_of(model, _rows()) or _litellm_row(model)
    return None if row is None else _info(*row)


@cache
def _rows() -> Mapping[str, list[Any]]:
    return json.loads(FILE.read_bytes())["models"]


@cache
def _litellm_row(model: str) -> Sequence[Any] | None:
    """What LiteLLM's map has of a model that only LiteLLM can reach."""
    provider, slash, _ = model.partition("/")
    if not slash or provider in _ANYBODYS or provider not in litellm_providers():
        return None
    entry = entry_of(model, litellm_map() or {})
    return None if entry is None else row_of(model, provider, entry)


def _info(
    provider: str,
    into: float | None,
    out: float | None,
    cache_read: float | None,
    cache_write: float | None,
    max_input_tokens: int | None,
    max_output_tokens: int | None,
    capabilities: str,
    efforts: str,
) -> ModelInfo:
    price = None if into is None or out is None else Price(into, out, cache_read, cache_write)
    can = cast(frozenset[Capability], frozenset(capabilities.split()))
    return ModelInfo(
        provider, price, max_input_tokens, max_output_tokens, can, tuple(efforts.split())
    )


def models_of(provider: str) -> list[str]:
    """The ids that our table has of the maker or reseller `provider`, without its prefix."""
    return [
        name.removeprefix(f"{provider}/") for name, row in _rows().items() if row[0] == provider
    ]
