"""The conversation in the OpenAI chat format: https://platform.openai.com/docs/api-reference/chat."""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, assert_never

from architect.adapters.models.chat.dialect import CacheMarks, ChatDialect
from architect.adapters.models.chat.reasoning_parts import PLAIN, Items, in_order
from architect.adapters.models.loose_json import dict_of
from architect.adapters.models.sendable import (
    EMPTY_REPLY,
    sendable,
    sendable_arguments,
    sendable_name,
)
from architect.adapters.models.shown_images import text_and_images
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)

_ID_LENGTH = 40
"""OpenAI refuses longer ids of calls in chat completions; other providers give longer ones."""

_BREAKPOINT = {"type": "ephemeral"}
_UNSIGNED = {"google": {"thought_signature": "skip_thought_signature_validator"}}
"""Stands for the signature of a call that another model made:
https://ai.google.dev/gemini-api/docs/thought-signatures#faqs (November 2026)."""

_PLAIN_DIALECT = ChatDialect()
_NO_IMAGES: Mapping[str, str] = {}


def wire_messages(
    messages: Sequence[Message],
    dialect: ChatDialect = _PLAIN_DIALECT,
    images: Mapping[str, str] = _NO_IMAGES,
) -> list[dict[str, Any]]:
    """`messages` as dicts, with what the model of the dialect wants back of its own replies.

    `images` are as in `ModelRequest`.
    """
    wired = [_wire(message, dialect, images) for message in messages]
    if dialect.cache != "none":
        for position in _breakpoints(messages):
            wired[position] = [_marked(each, dialect.cache) for each in wired[position]]
    return list(chain.from_iterable(wired))


def _breakpoints(messages: Sequence[Message]) -> list[int]:
    """Behind which messages a prefix ends that is worth keeping: three of the four there may be.

    Tools and system stay for the whole session, the last message ends what the next request begins
    with, and what stands before the last reply ended the request before: Anthropic finds a prefix
    at a breakpoint or up to 20 blocks before one, and one step may have more than that.
    https://platform.claude.com/docs/en/build-with-claude/prompt-caching (November 2026).
    """
    ends = [0] if messages and isinstance(messages[0], SystemMessage) else []
    replies = [at for at, each in enumerate(messages) if isinstance(each, AssistantMessage)]
    if replies and replies[-1] > 0:
        ends.append(replies[-1] - 1)
    if messages and not isinstance(messages[-1], AssistantMessage):
        ends.append(len(messages) - 1)
    return list(dict.fromkeys(ends))


def _marked(message: dict[str, Any], marks: CacheMarks) -> dict[str, Any]:
    """`message` with a breakpoint behind it.

    https://docs.litellm.ai/docs/completion/prompt_caching, and
    https://openrouter.ai/docs/features/prompt-caching (November 2026).
    """
    if message["role"] == "tool" and marks == "on_message":
        return {**message, "cache_control": _BREAKPOINT}
    text: str | list[dict[str, Any]] | None = message["content"]
    if message["role"] == "assistant" or not text:
        return message
    parts = text if isinstance(text, list) else [{"type": "text", "text": text}]
    return {**message, "content": [*parts[:-1], {**parts[-1], "cache_control": _BREAKPOINT}]}


def _wire(
    message: Message, dialect: ChatDialect, images: Mapping[str, str]
) -> list[dict[str, Any]]:
    """One message, or several for a reply with thinking in the midst of its text."""
    match message:
        case SystemMessage(text):
            return [{"role": "system", "content": sendable(text)}]
        case UserMessage():
            return [{"role": "user", "content": _of_user(message, images)}]
        case AssistantMessage():
            return _with_reasoning(_assistant(message), message, dialect)
        case ToolMessage():
            call_id, text = _wire_id(message.call_id), sendable(message.text)
            return [{"role": "tool", "tool_call_id": call_id, "content": text}]
        case _:
            assert_never(message)


def _of_user(message: UserMessage, contents: Mapping[str, str]) -> str | list[dict[str, Any]]:
    """The images before the text, as Anthropic advises, and so that a breakpoint is on a text.

    https://platform.openai.com/docs/guides/images-vision, and
    https://platform.claude.com/docs/en/build-with-claude/vision (November 2026).
    """
    text, images = text_and_images(message, contents)
    if not images:
        return text
    shown = [{"type": "image_url", "image_url": {"url": one.data_url}} for one in images]
    return [*shown, {"type": "text", "text": text}]


def _with_reasoning(
    wired: dict[str, Any], message: AssistantMessage, dialect: ChatDialect
) -> list[dict[str, Any]]:
    """The message with what its provider wants back; items of another one stay here."""
    items: Items = []
    if message.items and message.items.origin == dialect.origin:
        items = message.items.decoded()
    if dialect.reasoning == "never":
        items = [item for item in items if not dict_of(item.get("message")).keys() & set(PLAIN)]
    parts = in_order(wired, items)
    calls: Items = parts[-1].get("tool_calls") or []
    if calls and dialect.reasoning == "always":
        parts[-1].setdefault("reasoning_content", "")
    if calls and dialect.wants_signatures:
        calls[0].setdefault("extra_content", _UNSIGNED)
    return parts


def _assistant(message: AssistantMessage) -> dict[str, Any]:
    text = sendable(message.text)
    if not message.calls:
        return {"role": "assistant", "content": text or EMPTY_REPLY}
    # An empty string beside calls becomes an empty text part, which Anthropic and Gemini refuse.
    calls = [_wire_call(call) for call in message.calls]
    return {"role": "assistant", "content": text or None, "tool_calls": calls}


def _wire_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": sendable_name(call.name), "arguments": sendable_arguments(call.arguments)}
    return {"id": _wire_id(call.id), "type": "function", "function": function}


def _wire_id(call_id: str) -> str:
    """The id; a lone surrogate in it is spelled out, and one that is too long ends in a hash."""
    if not call_id.isascii():
        call_id = call_id.encode(errors="backslashreplace").decode().replace("\\", "_")
    if len(call_id) <= _ID_LENGTH:
        return call_id
    digest = hashlib.sha256(call_id.encode()).hexdigest()[:16]
    return f"{call_id[: _ID_LENGTH - 17]}_{digest}"
