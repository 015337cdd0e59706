"""Whether a provider says that a request is too long for its model, and how long one may be."""

from architect.domain.errors import ContextOverflowError
from architect.lazy_pattern import lazy_pattern

_PHRASES = (
    "context_length_exceeded",  # OpenAI, the error code
    "maximum context length",  # OpenAI, vLLM, OpenRouter, Mistral, DeepSeek
    "context window",  # OpenAI responses, LM Studio, Ollama cloud
    "context length",  # LM Studio, Ollama
    "exceed_context_size",  # llama.cpp, the error type
    "exceeds the available context size",  # llama.cpp
    "prompt is too long",  # Anthropic
    "input is too long",  # Bedrock
    "input token count",  # Gemini
    "longer than the maximum model length",  # vLLM
    "maximum prompt length",  # xAI
    "exceeded model token limit",  # Moonshot
    "prompt exceeds max length",  # Z.ai
    "range of input length should be",  # DashScope
    "max_new_tokens` must be <=",  # Together, text-generation-inference
    "prompt token count",  # GitHub Copilot
    "exceeds token limit",  # GitHub Copilot, by VS Code
)

_WINDOW = lazy_pattern(
    r"(?i)(?:"
    r"maximum (?:context|prompt|model) length (?:is|of)|(?<=tokens) >"
    r"|maximum number of tokens allowed|available context size|token limit:?"
    r"|context (?:length|window|size) (?:is|of)(?: only)?|exceeds the limit of|must be <="
    r"|input length should be \[\d+,"
    r") *\(?(\d[\d,]*)"
    r"|(\d[\d,]*) maximum context length"
)
"""The figure behind the words of these providers."""


def is_context_overflow(text: str) -> bool:
    """Whether a provider's message says that the request is longer than the context window."""
    lowered = text.lower()
    return any(phrase in lowered for phrase in _PHRASES)


def context_overflow(text: str) -> ContextOverflowError:
    """The fault that `text` tells of, with the length of the window if it is in there."""
    found = _WINDOW.search(text)
    figure = next(filter(None, found.groups()), "") if found else ""
    tokens = int(figure.replace(",", "") or 0)
    return ContextOverflowError(text, window_tokens=tokens or None)
