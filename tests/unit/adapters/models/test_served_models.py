"""Lists of models as those who serve them write them.

The forms are those of the providers' pages in November 2026: OpenAI, vLLM, Groq and Moonshot
(`/v1/models`), https://openrouter.ai/docs/api/api-reference/models/get-models,
https://docs.anthropic.com/en/api/models-list, https://ai.google.dev/api/models,
https://docs.mistral.ai/api/endpoint/models, https://lmstudio.ai/docs/developer/rest/endpoints.
"""

import asyncio
import gzip
from collections.abc import Mapping
from typing import Any

import pytest
from tests.support.provider_server import ProviderServer, Status
from tests.support.table import table

from architect.adapters.models.served_models import served_models
from architect.domain.errors import ModelFault
from architect.domain.model_info import ServedModel
from architect.domain.prices import Price

LISTS: dict[str, tuple[object, list[ServedModel]]] = {
    "OpenAI says the name only": (
        {"object": "list", "data": [{"id": "gpt-5.1", "object": "model", "owned_by": "openai"}]},
        [ServedModel("gpt-5.1")],
    ),
    "vLLM": (
        {"data": [{"id": "Qwen/Qwen3", "max_model_len": 40_960, "root": "Qwen/Qwen3"}]},
        [ServedModel("Qwen/Qwen3", 40_960)],
    ),
    "Groq": (
        {"data": [{"id": "q", "context_window": 131_072, "max_completion_tokens": 40_960}]},
        [ServedModel("q", 131_072, 40_960)],
    ),
    "OpenRouter": (
        {
            "data": [
                {
                    "id": "z-ai/glm-5.3",
                    "context_length": 1_000_000,
                    "top_provider": {"max_completion_tokens": 128_000},
                    "pricing": {
                        "prompt": "0.0000014",
                        "completion": "0.0000044",
                        "input_cache_read": "0.00000026",
                    },
                    "supported_parameters": ["tools", "reasoning", "temperature"],
                },
                {"id": "an/old-one", "context_length": 4096, "supported_parameters": ["stop"]},
            ]
        },
        [
            ServedModel(
                "z-ai/glm-5.3",
                1_000_000,
                128_000,
                Price(1.4, 4.4, 0.26),
                frozenset({"tools", "reasoning"}),
            ),
            ServedModel("an/old-one", 4096, capabilities=frozenset()),
        ],
    ),
    "Anthropic": (
        {
            "data": [
                {
                    "id": "claude-sonnet-5-5",
                    "type": "model",
                    "max_input_tokens": 1_000_000,
                    "max_tokens": 128_000,
                }
            ],
            "has_more": False,
        },
        [ServedModel("claude-sonnet-5-5", 1_000_000, 128_000)],
    ),
    "Gemini": (
        {
            "models": [
                {
                    "name": "models/gemini-3.8-flash",
                    "inputTokenLimit": 1_048_576,
                    "outputTokenLimit": 65_536,
                    "supportedGenerationMethods": ["generateContent", "countTokens"],
                },
                {"name": "models/embed", "supportedGenerationMethods": ["embedContent"]},
            ]
        },
        [ServedModel("gemini-3.8-flash", 1_048_576, 65_536)],
    ),
    "Mistral": (
        {
            "data": [
                {
                    "id": "devstral-latest",
                    "max_context_length": 262_144,
                    "capabilities": {"function_calling": True, "vision": False},
                }
            ]
        },
        [ServedModel("devstral-latest", 262_144, capabilities=frozenset({"tools"}))],
    ),
    "Azure says nothing about tools": (
        {
            "data": [
                {"id": "gpt-5.1", "capabilities": {"chat_completion": True, "embeddings": False}},
                {"id": "text-3", "capabilities": {"chat_completion": False, "embeddings": True}},
            ]
        },
        [ServedModel("gpt-5.1")],
    ),
    "LM Studio": (
        {
            "data": [
                {
                    "id": "qwen3-8b",
                    "type": "llm",
                    "max_context_length": 40_960,
                    "loaded_context_length": 8192,
                    "capabilities": ["tool_use"],
                },
                {"id": "nomic", "type": "embeddings", "max_context_length": 2048},
            ]
        },
        [ServedModel("qwen3-8b", 8192, capabilities=frozenset({"tools"}))],
    ),
    "llama.cpp": (
        {"models": [{"name": "m.gguf"}], "data": [{"id": "m", "meta": {"n_ctx": 16_384}}]},
        [ServedModel("m", 16_384)],
    ),
    "nonsense in it": (
        {"data": [{"id": "m", "context_length": True, "pricing": {"prompt": "?"}}, 7]},
        [ServedModel("m")],
    ),
}


def asked(page: object, **options: Any) -> tuple[ServedModel, ...]:
    with ProviderServer([], pages={"/v1/models": page}) as server:
        headers = {"Authorization": "Bearer sk-secret"}
        return asyncio.run(served_models(f"{server.url}/v1/models", headers, timeout_s=10))


@table("name", LISTS)
def test_every_form_of_a_list_says_what_it_knows(name: str) -> None:
    page, models = LISTS[name]
    assert list(asked(page)) == models


@pytest.mark.parametrize("page", [None, "this is no list", b"\xff"])
def test_no_list_is_a_fault_of_one_line_without_the_key(page: object) -> None:
    with pytest.raises(ModelFault) as caught:
        asked(page)
    assert "sk-secret" not in str(caught.value)


ODD_NAMES = ["a\nb", "\x1b[2J", "x" * 201, "", "\u202egpt", 5, None, {"a": 1}, " a", "\ud800"]
NO_FIGURES: list[object] = [10**400, -1, True, "4096", 1e300, 0, 10**10]
NO_PRICES: list[object] = ["-1", "NaN", "inf", "1e400", 10**400, None, [], "2"]


def test_of_a_hostile_list_only_what_can_be_true_is_taken() -> None:
    entries: list[object] = [{"id": name} for name in ODD_NAMES]
    entries += [{"id": "window", "context_length": figure} for figure in NO_FIGURES]
    for price in NO_PRICES:
        entries.append({"id": "price", "pricing": {"prompt": price, "completion": "0.1"}})
    entries += [None, 5, "a", []]
    with ProviderServer([], pages={"/v1/models": {"data": entries}}) as server:
        found = asyncio.run(served_models(f"{server.url}/v1/models", {}, timeout_s=60))
    assert {(one.id, one.max_input_tokens, one.price) for one in found} == {
        ("window", None, None),
        ("price", None, None),
    }


def test_a_list_without_an_end_is_not_taken_into_memory() -> None:
    endless = gzip.compress(bytes(25_000_000))

    def page(_: Mapping[str, str]) -> Status:
        return Status(200, endless, headers={"Content-Encoding": "gzip"})

    with (
        ProviderServer([], pages={"/v1/models": page}) as server,
        pytest.raises(ModelFault, match="the list of models is too long"),
    ):
        asyncio.run(served_models(f"{server.url}/v1/models", {}, timeout_s=60))
