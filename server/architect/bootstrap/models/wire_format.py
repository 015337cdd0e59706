"""Which of the formats of OpenAI a model is spoken to in."""

from functools import partial
from typing import TYPE_CHECKING

from architect.bootstrap.models.model_table import model_info
from architect.config.llm import LlmSettings

if TYPE_CHECKING:
    from architect.adapters.models.openai_compatible.endpoint import Endpoint
    from architect.adapters.models.openai_compatible.wire_format import WireFormat


def wire_format(llm: LlmSettings, endpoint: "Endpoint") -> "WireFormat":
    """The format that `llm.api` names; with `auto` the one to begin with, and the other behind it.

    That is Responses at OpenAI, which recommends it for all new projects, and at Azure: chat gives
    no reasoning back there, and from gpt-5.4 on refuses to reason where there are tools. Elsewhere
    it is chat, which all servers have, but for models that are known to have nothing else:
    https://platform.openai.com/docs/guides/migrate-to-responses (November 2026).
    """
    match llm.api:
        case "chat":
            return _chat(llm, endpoint)
        case "responses":
            return _responses(llm, endpoint)
        case "auto":
            from architect.adapters.models.openai_compatible.either_format import EitherFormat

            if _has_responses(llm, endpoint):
                chat = partial(_chat, llm, endpoint)
                return EitherFormat(_responses(llm, endpoint), chat)
            responses = partial(_responses, llm, endpoint)
            return EitherFormat(_chat(llm, endpoint), responses)


def breakpoints(llm: LlmSettings) -> bool | None:
    """Whether to set breakpoints for prompt caching; None where the provider decides."""
    return None if llm.prompt_caching == "auto" else llm.prompt_caching


def _has_responses(llm: LlmSettings, endpoint: "Endpoint") -> bool:
    from architect.adapters.models.hosts import operator_of

    if operator_of(endpoint.api_base) in ("openai", "azure"):
        return True
    info = model_info(llm.model)
    return info is not None and "responses_only" in info.capabilities


def _chat(llm: LlmSettings, endpoint: "Endpoint") -> "WireFormat":
    from architect.adapters.models.chat.completions import ChatCompletions
    from architect.adapters.models.chat.dialect import dialect_of

    dialect = dialect_of(
        endpoint.wire_name,
        api_base=endpoint.api_base,
        proxy=llm.mode == "proxy",
        caching=breakpoints(llm),
    )
    return ChatCompletions(endpoint.wire_name, dialect)


def _responses(llm: LlmSettings, endpoint: "Endpoint") -> "WireFormat":
    from architect.adapters.models.responses.dialect import responses_dialect
    from architect.adapters.models.responses.format import Responses

    info = model_info(llm.model)
    dialect = responses_dialect(
        endpoint.wire_name,
        api_base=endpoint.api_base,
        reasons=info is None or "reasoning" in info.capabilities,
    )
    return Responses(endpoint.wire_name, dialect)
