"""LiteLLM's own map of models, read from the installed package without importing it."""

import json
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from architect.bootstrap.models.known_efforts import known_efforts
from architect.domain.model_info import Capability

Entry = Mapping[str, Any]
Row = tuple[str | int | float | None, ...]
"""The columns of `model_table.COLUMNS`."""

_CAPABILITIES: Mapping[Capability, str] = {
    "tools": "supports_function_calling",
    "parallel_tools": "supports_parallel_function_calling",
    "vision": "supports_vision",
    "reasoning": "supports_reasoning",
    "prompt_caching": "supports_prompt_caching",
}

_CALLS_TOOLS = frozenset({"deepseek-reasoner", "DeepSeek-R1-0528", "Kimi-K2-Thinking"})
"""Models of which the map wrongly says that they do not: thinking and tools go together at DeepSeek
since v3.2 and at Moonshot (https://api-docs.deepseek.com/guides/thinking_mode,
https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model, November 2026)."""


def litellm_map() -> Mapping[str, Entry] | None:
    """The map by model id, None if LiteLLM is not installed; some 3 MB, which take 30 ms."""
    package = find_spec("litellm")
    if package is None or package.origin is None:
        return None
    path = Path(package.origin).with_name("model_prices_and_context_window_backup.json")
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None  # another version may keep it elsewhere


def row_of(name: str, provider: str, entry: Entry) -> Row:
    """The columns of the model `name`; of prices in tiers the first.

    A price of nothing is unknown.
    """
    tiers: list[Entry] = entry.get("tiered_pricing", [])
    tier = {**entry, **tiers[0]} if tiers else entry
    prices = [
        _per_million(tier.get(key))
        for key in (
            "input_cost_per_token",
            "output_cost_per_token",
            "cache_read_input_token_cost",
            "cache_creation_input_token_cost",
        )
    ]
    if not (prices[0] and prices[1]):
        prices = [None] * 4
    longest = (entry.get("max_input_tokens"), entry.get("max_output_tokens"))
    efforts = " ".join(known_efforts(name, entry))
    return (
        provider,
        *prices,
        *longest,
        " ".join(capabilities_of(entry, name.rpartition("/")[2])),
        efforts,
    )


def capabilities_of(entry: Entry, *names: str) -> Iterable[Capability]:
    """What the map says that a model of one of these names can do."""
    can: list[Capability] = [name for name, key in _CAPABILITIES.items() if entry.get(key)]
    if entry.get(_CAPABILITIES["tools"]) is False and not _CALLS_TOOLS.intersection(names):
        can.append("no_tools")
    return [*can, "responses_only"] if entry.get("mode") == "responses" else can


def _per_million(cost: float | None) -> float | int | None:
    if cost is None:
        return None
    price = round(float(cost) * 1_000_000, 6)
    return int(price) if price.is_integer() else price
