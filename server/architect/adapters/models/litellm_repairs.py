"""What LiteLLM 1.106.2 translates so that a provider refuses the next request, put right.

Anthropic's models want their thinking blocks back in the order in which they came, redacted ones
too (https://platform.claude.com/docs/en/build-with-claude/extended-thinking). LiteLLM forgets where
in a reply that was not streamed they stood, moves them before the text when it asks Bedrock, and
leaves redacted ones out there. To Gemini it sends one of two calls that are the same, and both of
their results, which have to be as many as the calls
(https://ai.google.dev/gemini-api/docs/function-calling, November 2026).
"""

import contextlib
import importlib
from collections.abc import Callable
from typing import Any

Blocks = list[dict[str, Any]]

_ANTHROPIC = "litellm.llms.anthropic.chat.transformation"
_CONVERSE = "litellm.llms.bedrock.chat.converse_transformation"
_GEMINI = "litellm.llms.vertex_ai.gemini.transformation"
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


def _replace(module: str, name: str, better: Callable[[Callable[..., Any]], Any]) -> None:
    """Put `better` of the function in its place, if there is one."""
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
