"""What is known of the models of the usual providers; `make models` writes the table."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from architect.domain.model_info import Capability, ModelInfo
from architect.domain.model_names import LOCAL_PROVIDERS, entry_of
from architect.domain.prices import Price

FILE = Path(__file__).with_name("model_table.json")
COLUMNS = (
    "provider",
    "input",
    "output",
    "cache_read",
    "cache_write",
    "max_input_tokens",
    "max_output_tokens",
    "capabilities",
)
"""Of a row. The prices are US dollars per million tokens, capabilities stand in one text."""


def model_info(model: str) -> ModelInfo | None:
    """What is known of `model`, by its id or that of which it is a version; None if nothing is.

    The first call reads the table, which takes some milliseconds.
    """
    if model.startswith(LOCAL_PROVIDERS):
        return None
    row = entry_of(model, _rows())
    return None if row is None else _info(*row)


@cache
def _rows() -> Mapping[str, list[Any]]:
    return json.loads(FILE.read_bytes())["models"]


def _info(
    provider: str,
    into: float | None,
    out: float | None,
    cache_read: float | None,
    cache_write: float | None,
    max_input_tokens: int | None,
    max_output_tokens: int | None,
    capabilities: str,
) -> ModelInfo:
    price = None if into is None or out is None else Price(into, out, cache_read, cache_write)
    can = cast(frozenset[Capability], frozenset(capabilities.split()))
    return ModelInfo(provider, price, max_input_tokens, max_output_tokens, can)
