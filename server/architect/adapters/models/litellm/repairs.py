"""What LiteLLM 1.106.2 translates wrongly, put right.

Anthropic's models want their thinking blocks back in the order in which they came, redacted ones
too (https://platform.claude.com/docs/en/build-with-claude/extended-thinking). LiteLLM forgets where
in a reply that was not streamed they stood, moves them before the text when it asks Bedrock, and
leaves redacted ones out there. To Gemini it sends one of two calls that are the same, and both of
their results, which have to be as many as the calls
(https://ai.google.dev/gemini-api/docs/function-calling, November 2026).

A reply that broke off would be taken for a whole one: whatever word a provider has for that becomes
`stop`, and so does every chunk of Gemini's that has none at all.
"""

import contextlib
import importlib
from collections.abc import Callable
from typing import Any

from architect.adapters.models.finish_reasons import finish_reason

Blocks = list[dict[str, Any]]

_ANTHROPIC = "litellm.llms.anthropic.chat.transformation"
_CONVERSE = "litellm.llms.bedrock.chat.converse_transformation"
_GEMINI = "litellm.llms.vertex_ai.gemini.transformation"
_GEMINI_REPLIES = "litellm.llms.vertex_ai.gemini.vertex_and_google_ai_studio_gemini"
_FINISHES = "litellm.litellm_core_utils.core_helpers"
_FACTORY = "litellm.litellm_core_utils.prompt_templates.factory"


def repair_litellm() -> None:
    """Repair LiteLLM, which is imported; another version of it may need less."""
    _replace(_ANTHROPIC, "AnthropicConfig.extract_response_content", _places_noted)
    _replace(_CONVERSE, "AmazonConverseConfig._translate_message_content", _converse_places_noted)
    _replace(_CONVERSE, "AmazonConverseConfig._transform_thinking_blocks", _with_places)
    _replace(_FACTORY, "_sort_bedrock_assistant_content_blocks", lambda _: _as_it_is)
    _replace(
        _FACTORY,
        "BedrockConverseMessagesProcessor.translate_thinking_blocks_to_reasoning_content_blocks",
        lambda translate: staticmethod(_with_redacted(translate)),
    )
    _replace(_GEMINI, "check_if_part_exists_in_parts", lambda _: _never)
    _replace(_GEMINI_REPLIES, "VertexGeminiConfig._check_finish_reason", _only_if_said)
    _replace(_FINISHES, "_FINISH_REASON_MAP", _FinishReasons)
    _replace("litellm.types.utils", "Choices.__init__", _with_native_reason)


def _replace(module: str, name: str, better: Callable[[Any], Any]) -> None:
    """Put `better` of what has the name in its place, if there is something."""
    with contextlib.suppress(ImportError, AttributeError):
        holder: Any = importlib.import_module(module)
        *outer, last = name.split(".")
        for each in outer:
            holder = getattr(holder, each)
        setattr(holder, last, better(getattr(holder, last)))


def _places_noted(extract: Callable[..., Any]) -> Callable[..., Any]:
    """`thinking_blocks` say in `after` how many characters of the text came before them."""

    def extracted(self: Any, completion_response: dict[str, Any]) -> Any:
        said = 0
        for block in completion_response["content"]:
            if block["type"] in ("thinking", "redacted_thinking"):
                block["after"] = said
            said += len(block.get("text") or "")
        return extract(self, completion_response)

    return extracted


def _converse_places_noted(translate: Callable[..., Any]) -> Callable[..., Any]:
    def translated(self: Any, content_blocks: Blocks) -> Any:
        said = 0
        for block in content_blocks:
            if "reasoningContent" in block:
                block["reasoningContent"]["after"] = said
            said += len(block.get("text") or "")
        return translate(self, content_blocks)

    return translated


def _with_places(transform: Callable[..., Blocks]) -> Callable[..., Blocks]:
    def transformed(self: Any, thinking_blocks: Blocks) -> Blocks:
        return [
            {**block, "after": each.get("after", 0)}
            for each in thinking_blocks
            for block in transform(self, [each])
        ]

    return transformed


class _FinishReasons(dict[str, str]):
    """LiteLLM's words for the words of providers; one for a reply that broke off stays as it is."""

    def get(self, key: str, default: Any = None) -> Any:
        told = super().get(key, default)
        if told not in (None, "stop"):
            return told
        return str(finish_reason(key) or key)


def _only_if_said(check: Callable[..., Any]) -> Any:
    def checked(message: Any, reason: str | None) -> Any:
        if not reason or finish_reason(reason) is None:
            return reason
        return check(message, reason)

    return staticmethod(checked)


def _with_native_reason(initialize: Callable[..., None]) -> Callable[..., None]:
    """A choice of a whole reply must have one of OpenAI's words; what was said stands beside it."""

    def initialized(self: Any, reason: str | None = None, *others: Any, **members: Any) -> None:
        reason = members.pop("finish_reason", reason)
        if reason is not None and finish_reason(reason) is None:
            aside: dict[str, Any] = members.get("provider_specific_fields") or {}
            members["provider_specific_fields"] = {**aside, "native_finish_reason": reason}
            reason = "stop"
        initialize(self, reason, *others, **members)

    return initialized


def _never(*_: Any, **__: Any) -> bool:
    return False


def _as_it_is(blocks: Blocks) -> Blocks:
    return blocks


def _with_redacted(translate: Callable[..., Blocks]) -> Callable[..., Blocks]:
    def translated(thinking_blocks: Blocks) -> Blocks:
        return [
            {"reasoningContent": {"redactedContent": block["data"]}}
            if block.get("type") == "redacted_thinking"
            else translate([block])[0]
            for block in thinking_blocks
        ]

    return translated
