"""What the one who serves models says of them, by its list of models."""

import asyncio
import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from architect.adapters.models.faults.provider_faults import fault_for_answer
from architect.adapters.models.faults.transport import transport_fault
from architect.adapters.models.http.bounded import whole
from architect.adapters.models.http.exchanges import HttpClient, HttpError, is_success
from architect.adapters.models.loose_json import dict_of, dicts_of, texts_of
from architect.adapters.models.openai_compatible.client import open_client
from architect.domain.errors import GarbledReplyError, ModelFault, ModelTimeoutError
from architect.domain.model_info import Capability, ServedModel
from architect.domain.prices import Price
from architect.l10n import english

_MOST_BYTES = 20_000_000
_MOST_MODELS = 20_000
"""Of one list; those of routers have some hundreds."""

_NO_SUCH_LIST = (404, 405, 501)

_LONGEST_NAME = 200
_DEAREST = 1.0
"""Dollars for a token; the dearest model takes a thousandth of it."""

_MOST_TOKENS = 1_000_000_000
"""No context window comes near it, and no figure beyond it is a count of tokens."""

_WINDOWS = (
    "loaded_context_length",  # LM Studio, of a model that is in memory
    "max_context_length",  # LM Studio, Mistral
    "max_model_len",  # vLLM, SGLang
    "context_length",  # OpenRouter, Together, DeepInfra, Moonshot
    "context_window",  # Groq
    "max_input_tokens",  # Anthropic
    "inputTokenLimit",  # Gemini
    "n_ctx",  # llama.cpp, below `meta`
)
_LONGEST_REPLIES = ("max_completion_tokens", "max_tokens", "outputTokenLimit")


async def served_models(
    url: str, headers: Mapping[str, str], *, timeout_s: float, source: str = "llm.api_base"
) -> tuple[ServedModel, ...]:
    """The models that the list at `url` names, in its order.

    It is that of OpenAI's format, Anthropic's, Gemini's, Ollama's (`/api/tags`) or LM Studio's
    (`/api/v0/models`). `source` names the setting or variable the address came from, for messages.

    Raises:
        ModelFault: there is no such list.
    """
    try:
        async with asyncio.timeout(timeout_s):
            client = await asyncio.to_thread(open_client, url, address_source=source)
            async with contextlib.aclosing(client):
                listed = dict_of(await _got(client, url, headers, source))
    except TimeoutError as error:
        raise ModelTimeoutError(
            english("no list of models within {timeout_s:g} s", timeout_s=timeout_s)
        ) from error
    entries = dicts_of(listed.get("data")) or dicts_of(listed.get("models"))
    served = (_served(entry) for entry in entries[:_MOST_MODELS] if _is_for_chat(entry))
    return tuple(model for model in served if _can_be_chosen(model.id))


def _can_be_chosen(name: str) -> bool:
    """Whether somebody can type the name of a model, and a screen show it."""
    return 0 < len(name) <= _LONGEST_NAME and name.isprintable() and name == name.strip()


def lm_studio_list(api_base: str) -> str:
    """Where LM Studio lists its models with their windows, which its OpenAI format leaves out.

    https://lmstudio.ai/docs/developer/rest/endpoints.
    """
    parts = urlsplit(api_base)
    return urlunsplit((parts.scheme, parts.netloc, "/api/v0/models", "", ""))


async def _got(client: HttpClient, url: str, headers: Mapping[str, str], source: str) -> object:
    try:
        async with client.stream("GET", url, headers=headers) as response:
            pieces = response.pieces()
            body = await whole(pieces, most_bytes=_MOST_BYTES, what=english("the list of models"))
    except HttpError as error:
        raise transport_fault(
            error, api_base=url, address_source=source, answered=False, secret=None
        ) from error
    if response.status in _NO_SUCH_LIST:
        raise ModelFault(english("this server does not list its models; type the name of one"))
    if not is_success(response):
        raise fault_for_answer(
            response.status, body, headers=response.headers, secret=_secret(headers)
        )
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise GarbledReplyError(english("the list of models is not JSON")) from error


def _secret(headers: Mapping[str, str]) -> str | None:
    """The key among `headers`, which no message may repeat."""
    key = headers.get("Authorization", "").removeprefix("Bearer ")
    return key or next(
        filter(None, map(headers.get, ("api-key", "x-api-key", "x-goog-api-key"))), None
    )


def _is_for_chat(entry: Mapping[str, Any]) -> bool:
    methods = entry.get("supportedGenerationMethods")
    if isinstance(methods, list):
        return "generateContent" in methods
    if dict_of(entry.get("capabilities")).get("embeddings") is True:
        return False
    return entry.get("type") not in ("embeddings", "embedding", "image", "rerank", "audio")


def _served(entry: Mapping[str, Any]) -> ServedModel:
    name = next(iter(texts_of([entry.get("id") or entry.get("name")])), "")
    below = (entry, dict_of(entry.get("meta")), dict_of(entry.get("top_provider")))
    return ServedModel(
        name.removeprefix("models/"),
        max_input_tokens=next(_tokens(below, _WINDOWS), None),
        max_output_tokens=next(_tokens(below, _LONGEST_REPLIES), None),
        price=_price(dict_of(entry.get("pricing"))),
        capabilities=_capabilities(entry),
    )


def _tokens(places: tuple[Mapping[str, Any], ...], names: tuple[str, ...]) -> Iterator[int]:
    for name in names:
        for place in places:
            value = place.get(name)
            if isinstance(value, int) and value is not True and 0 < value <= _MOST_TOKENS:
                yield value


def _price(pricing: Mapping[str, Any]) -> Price | None:
    """OpenRouter's, in dollars per token, written as text."""
    into, out = _per_million(pricing.get("prompt")), _per_million(pricing.get("completion"))
    if into is None or out is None:
        return None
    cached = _per_million(pricing.get("input_cache_read"))
    return Price(into, out, cached, _per_million(pricing.get("input_cache_write")))


def _per_million(price: object) -> float | None:
    """None if it is no price, such as the -1 of a model that stands for several."""
    try:
        dollars = float(price) if isinstance(price, str | int | float) else -1.0
    except (ValueError, OverflowError):
        return None
    return round(dollars * 1e6, 6) if 0 <= dollars < _DEAREST else None


def _capabilities(entry: Mapping[str, Any]) -> frozenset[Capability] | None:
    """OpenRouter's `supported_parameters`, LM Studio's list `capabilities`, Mistral's object.

    None if it says nothing about tools, as Azure's object does not.
    """
    said = entry.get("supported_parameters") or entry.get("capabilities")
    flags = dict_of(said)
    if flags and "function_calling" not in flags:
        return None
    words = {name for name in flags if flags[name] is True} or set(texts_of(said))
    if not words:
        return None
    named: dict[Capability, set[str]] = {
        "tools": {"tools", "tool_use", "function_calling"},
        "reasoning": {"reasoning", "thinking"},
        "vision": {"vision"},
    }
    return frozenset(name for name, meant in named.items() if meant & words)
