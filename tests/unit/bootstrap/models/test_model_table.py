import json
import subprocess
import sys

import pytest

from architect.bootstrap.models.model_table import COLUMNS, FILE, model_info
from architect.domain.model_info import ModelInfo
from architect.domain.prices import Price

THINKS: frozenset[str] = frozenset({"tools", "vision", "reasoning", "prompt_caching"})

KNOWN = {
    "gpt-4o": ("openai", Price(2.5, 10, 1.25), 128_000, 16_384),
    "gpt-4.1": ("openai", Price(2, 8, 0.5), 1_047_576, 32_768),
    "gpt-5": ("openai", Price(1.25, 10, 0.125), 272_000, 128_000),
    "openai/gpt-5-2025-08-07": ("openai", Price(1.25, 10, 0.125), 272_000, 128_000),
    "openrouter/openai/gpt-5": ("openai", Price(1.25, 10, 0.125), 272_000, 128_000),
    "azure/gpt-5-2025-08-07": ("azure", Price(1.25, 10, 0.125), 272_000, 128_000),
    "claude-opus-4-5": ("anthropic", Price(5, 25, 0.5, 6.25), 200_000, 64_000),
    "claude-sonnet-4-5-20250929": ("anthropic", Price(3, 15, 0.3, 3.75), 200_000, 64_000),
    "bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0": (
        "bedrock",
        Price(3.3, 16.5, 0.33, 4.125),
        200_000,
        64_000,
    ),
    "gemini-2.5-pro": ("gemini", Price(1.25, 10, 0.125), 1_048_576, 65_536),
    "gemini/gemini-2.5-pro": ("gemini", Price(1.25, 10, 0.125), 1_048_576, 65_536),
    "vertex_ai/gemini-2.5-pro": ("vertex_ai", Price(1.25, 10, 0.125), 1_048_576, 65_535),
    "deepseek/deepseek-chat": ("deepseek", Price(0.28, 0.42, 0.028, 0), 131_072, 8_192),
    "mistral/codestral-latest": ("mistral", Price(0.3, 0.9, 0.03), 128_000, 128_000),
    "xai/grok-code-fast-1": ("xai", Price(1, 2, 0.2), 256_000, 256_000),
    "groq/openai/gpt-oss-120b": ("groq", Price(0.15, 0.6, 0.075), 131_072, 65_536),
    "moonshot/kimi-k2.5": ("moonshot", Price(0.6, 3, 0.1), 262_144, 262_144),
    "dashscope/qwen3-coder-plus": ("dashscope", Price(1, 5, 0.1), 997_952, 65_536),
    "command-a-03-2025": ("cohere", Price(2.5, 10), 256_000, 8_000),
}


def _facts(info: ModelInfo | None) -> object:
    if info is None:
        return None
    return (info.provider, info.price, info.max_input_tokens, info.max_output_tokens)


def test_well_known_models_have_their_prices_and_windows() -> None:
    assert {name: _facts(model_info(name)) for name in KNOWN} == KNOWN


@pytest.mark.parametrize(
    ("model", "capabilities"),
    [
        ("claude-sonnet-4-5", THINKS),
        ("gpt-5", THINKS | {"parallel_tools"}),
        ("gpt-5-codex", THINKS | {"parallel_tools", "responses_only"}),
        ("command-a-03-2025", {"tools"}),
    ],
)
def test_what_a_model_can_do_is_known(model: str, capabilities: frozenset[str]) -> None:
    info = model_info(model)
    assert info is not None
    assert info.capabilities == capabilities


@pytest.mark.parametrize("model", ["ollama/gpt-5", "recorded/gpt-5", "vscode/gpt-5", "gpt", ""])
def test_nothing_is_known_of_local_models_those_of_the_editor_and_unknown_ones(model: str) -> None:
    assert model_info(model) is None


def test_a_model_without_a_price_has_its_window_all_the_same() -> None:
    unpriced = [
        name
        for name, row in json.loads(FILE.read_bytes())["models"].items()
        if row[COLUMNS.index("input")] is None
    ]
    assert unpriced
    for name in unpriced:
        info = model_info(name)
        assert info is not None
        assert info.price is None
        assert info.max_input_tokens


def test_what_only_litellm_reaches_is_looked_up_in_its_own_map_without_importing_it() -> None:
    code = (
        "import sys; from architect.bootstrap.models.model_table import model_info;"
        "info = model_info('fireworks_ai/accounts/fireworks/models/deepseek-v3p1');"
        "print(info.provider, info.price.input, info.max_input_tokens, 'litellm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["fireworks_ai", "0.56", "128000", "False"]
