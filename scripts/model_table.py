"""`make models`: writes what is known of models out of LiteLLM's map of them.

The map is the one inside the installed package (`requirements/dev.txt` pins it), so that nothing is
fetched. Taken are the models a coding agent can use, and of those what `ModelInfo` has a place for.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version

from architect.bootstrap.models.litellm_map import Entry, Row, capabilities_of, litellm_map, row_of
from architect.bootstrap.models.model_table import COLUMNS, FILE
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
_ABOUT = (
    "Written by `make models` out of LiteLLM's map; changes here are lost. Prices are US dollars "
    "per million tokens; costs.prices_file goes before them."
)


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
    entries = litellm_map()
    if entries is None:
        raise SystemExit("LiteLLM is not installed; requirements/dev.txt has it")
    candidates = dict(_candidates(entries))
    kept: dict[str, Row] = {}
    for name in sorted(candidates, key=lambda name: (len(name), name)):
        if entry_of(name, kept) != candidates[name]:
            kept[name] = candidates[name]
    return dict(sorted(kept.items()))


def _candidates(entries: Mapping[str, Entry]) -> Iterator[tuple[str, Row]]:
    """Later ones go before earlier ones of the same name: makers come last."""
    usable = {name: entry for name, entry in entries.items() if _is_for_code(name, entry)}
    for name, entry in usable.items():
        provider = entry["litellm_provider"].partition("-")[0]
        if provider in RESELLERS and "tools" in capabilities_of(entry):
            yield _with_prefix(name, provider), row_of(name, RESELLERS[provider], entry)
    for name, entry in usable.items():
        provider = entry["litellm_provider"]
        if provider in MAKERS:
            yield name.removeprefix(f"{provider}/"), row_of(name, MAKERS[provider], entry)


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


if __name__ == "__main__":
    main()
