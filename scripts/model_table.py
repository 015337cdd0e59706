"""`make models`: writes what is known of models out of LiteLLM's map of them.

The map is the one inside the installed package (`requirements/dev.txt` pins it), so that nothing is
fetched. Taken are the models a coding agent can use, and of those what `ModelInfo` has a place for.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from architect.bootstrap.models.model_table import COLUMNS, FILE
from architect.domain.model_info import Capability
from architect.domain.model_names import entry_of

MAKERS = {
    "anthropic": "anthropic",
    "cohere_chat": "cohere",
    "dashscope": "dashscope",
    "deepseek": "deepseek",
    "gemini": "gemini",
    "minimax": "minimax",
    "mistral": "mistral",
    "moonshot": "moonshot",
    "openai": "openai",
    "xai": "xai",
    "zai": "zai",
}
"""Whose models are listed by their bare names, as LiteLLM calls them and as users do."""

RESELLERS = {
    "azure": "azure",
    "azure_ai": "azure_ai",
    "bedrock": "bedrock",
    "bedrock_converse": "bedrock",
    "cerebras": "cerebras",
    "groq": "groq",
    "openrouter": "openrouter",
    "vertex_ai": "vertex_ai",
}
"""Whose models have the names of others behind a prefix. `vertex_ai-...` is `vertex_ai`, too."""

_NOT_FOR_CODE = re.compile(
    r"audio|computer-use|deep-research|embed|ft:|guard|image|live|moderation|ocr|realtime|robotics"
    r"|-search|transcri|translat|tts|video|voxtral"
)
_CAPABILITIES: Mapping[Capability, str] = {
    "tools": "supports_function_calling",
    "parallel_tools": "supports_parallel_function_calling",
    "vision": "supports_vision",
    "reasoning": "supports_reasoning",
    "prompt_caching": "supports_prompt_caching",
}

_ABOUT = (
    "Written by `make models` out of LiteLLM's map; changes here are lost. Prices are US dollars "
    "per million tokens; costs.prices_file goes before them."
)

Entry = Mapping[str, Any]
Row = tuple[str | int | float | None, ...]


def main() -> None:
    text = model_table(made=f"{datetime.now(UTC):%Y-%m-%d}")
    FILE.write_bytes(text.encode())
    print(f"{FILE.name}: {len(json.loads(text)['models'])} models, {len(text):,} bytes")


def model_table(*, made: str) -> str:
    """The file `model_table.json`, one model a line; `made` is its date."""
    lines = ",\n".join(f"{json.dumps(name)}:{_compact(row)}" for name, row in _rows().items())
    head = {"//": _ABOUT, "litellm": version("litellm"), "made": made, "columns": COLUMNS}
    about = "".join(f"{json.dumps(key)}:{_compact(value)},\n" for key, value in head.items())
    return f'{{\n{about}"models":{{\n{lines}\n}}\n}}\n'


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _rows() -> Mapping[str, Row]:
    """What the file has of each model; dated names that say nothing new are left out."""
    candidates = dict(_candidates(_litellm_map()))
    kept: dict[str, Row] = {}
    for name in sorted(candidates, key=lambda name: (len(name), name)):
        if entry_of(name, kept) != candidates[name]:
            kept[name] = candidates[name]
    return dict(sorted(kept.items()))


def _litellm_map() -> Mapping[str, Entry]:
    package = find_spec("litellm")
    if package is None or package.origin is None:
        raise SystemExit("LiteLLM is not installed; requirements/dev.txt has it")
    path = Path(package.origin).with_name("model_prices_and_context_window_backup.json")
    return json.loads(path.read_bytes())


def _candidates(entries: Mapping[str, Entry]) -> Iterator[tuple[str, Row]]:
    """Later ones go before earlier ones of the same name: makers come last."""
    usable = {name: entry for name, entry in entries.items() if _is_for_code(name, entry)}
    for name, entry in usable.items():
        provider = entry["litellm_provider"].partition("-")[0]
        if provider in RESELLERS and "tools" in _capabilities(entry):
            yield _with_prefix(name, provider), _row(RESELLERS[provider], entry)
    for name, entry in usable.items():
        provider = entry["litellm_provider"]
        if provider in MAKERS:
            yield name.removeprefix(f"{provider}/"), _row(MAKERS[provider], entry)


def _is_for_code(name: str, entry: Entry) -> bool:
    writes = set(entry.get("supported_output_modalities", ()))
    return (
        entry.get("mode") in ("chat", "responses")
        and not _NOT_FOR_CODE.search(name)
        and not writes & {"audio", "video"}
        and ("input_cost_per_token" in entry or "max_input_tokens" in entry)
    )


def _with_prefix(name: str, provider: str) -> str:
    """LiteLLM lists Vertex AI's own models by bare names, which are the maker's here."""
    return f"vertex_ai/{name}" if provider == "vertex_ai" and "/" not in name else name


def _row(provider: str, entry: Entry) -> Row:
    """The columns of a model; of prices in tiers the first, a price of nothing is unknown."""
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
    return (provider, *prices, *longest, " ".join(_capabilities(entry)))


def _per_million(cost: float | None) -> float | int | None:
    if cost is None:
        return None
    price = round(float(cost) * 1_000_000, 6)
    return int(price) if price.is_integer() else price


def _capabilities(entry: Entry) -> Iterable[Capability]:
    can: list[Capability] = [name for name, key in _CAPABILITIES.items() if entry.get(key)]
    return [*can, "responses_only"] if entry["mode"] == "responses" else can


if __name__ == "__main__":
    main()
