"""Which provider a model name means, and how it is spoken to."""

import json
from pathlib import Path

from architect.config.llm import AUTO, LlmSettings

_LITELLM_NAMES = Path(__file__).with_name("providers.json")
_OPENAI_NAMES = ("gpt-", "chatgpt-", "o1", "o3", "o4")
"""Names that LiteLLM, too, takes for OpenAI's when no provider stands before them."""


def speaks_openai(llm: LlmSettings) -> bool:
    """Whether the model is reached by the OpenAI wire format rather than through LiteLLM."""
    if llm.provider != "auto":
        return llm.provider == "openai_compatible"
    if llm.api_base or llm.mode == "proxy":
        return True
    prefix, slash, _ = llm.model.partition("/")
    if not slash:
        return llm.model == AUTO or llm.model.startswith(_OPENAI_NAMES)
    return prefix in ("openai", "ollama", "ollama_chat", "lm_studio")


def provider_of(llm: LlmSettings) -> str:
    """The provider of the model; empty if only LiteLLM can tell it from the bare name."""
    prefix, slash, _ = llm.model.partition("/")
    if slash:
        return prefix
    known = speaks_openai(llm) or llm.model.startswith(_OPENAI_NAMES)
    return "openai" if known else ""


def litellm_providers() -> frozenset[str]:
    """Every name that LiteLLM knows a provider by, without asking LiteLLM."""
    return frozenset(json.loads(_LITELLM_NAMES.read_bytes()))
