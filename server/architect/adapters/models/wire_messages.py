"""The conversation in the OpenAI chat format: https://platform.openai.com/docs/api-reference/chat."""

import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn, assert_never

from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)

EMPTY_REPLY = "(empty reply)"
"""Stands for an assistant turn without text and calls, which several providers refuse."""

_NAME_LENGTH = 64


def wire_messages(
    messages: Iterable[Message], *, cache_system: bool = False
) -> list[dict[str, Any]]:
    """`messages` as dicts; with `cache_system` the system message is marked for prompt caching.

    The mark is Anthropic's `cache_control`, in the place where LiteLLM expects it:
    https://docs.litellm.ai/docs/completion/prompt_caching.
    """
    return [_wire(message, cache_system=cache_system) for message in messages]


def _wire(message: Message, *, cache_system: bool) -> dict[str, Any]:
    match message:
        case SystemMessage(text):
            return {
                "role": "system",
                "content": _system_content(_sendable(text), cached=cache_system),
            }
        case UserMessage(text):
            return {"role": "user", "content": _sendable(text)}
        case AssistantMessage():
            return _assistant(message)
        case ToolMessage():
            return {
                "role": "tool",
                "tool_call_id": _wire_id(message.call_id),
                "content": _sendable(message.text),
            }
        case _:
            assert_never(message)


def _system_content(text: str, *, cached: bool) -> str | list[dict[str, Any]]:
    if not cached:
        return text
    return [{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}]


def _assistant(message: AssistantMessage) -> dict[str, Any]:
    text = _sendable(message.text)
    if not message.calls:
        return {"role": "assistant", "content": text or EMPTY_REPLY}
    # An empty string beside calls becomes an empty text part, which Anthropic and Gemini refuse.
    calls = [_wire_call(call) for call in message.calls]
    return {"role": "assistant", "content": text or None, "tool_calls": calls}


def _wire_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": _wire_name(call.name), "arguments": _wire_arguments(call.arguments)}
    return {"id": _wire_id(call.id), "type": "function", "function": function}


def _wire_id(call_id: str) -> str:
    """The id; a lone surrogate in it is spelled out, which keeps different ids apart."""
    if call_id.isascii():
        return call_id
    return call_id.encode(errors="backslashreplace").decode().replace("\\", "_")


def _wire_name(name: str) -> str:
    """A name providers accept: a call to a tool that does not exist must not poison the history."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:_NAME_LENGTH] or "unnamed_tool"


def _wire_arguments(arguments: str) -> str:
    """The arguments if they are a JSON object, else an object that quotes them.

    None at all are an empty object, as they are to the engine.
    """
    if not arguments.strip():
        return "{}"
    try:
        is_object = isinstance(json.loads(arguments, parse_constant=_refuse_constant), dict)
    except (ValueError, RecursionError):
        is_object = False
    text = _sendable(arguments)
    return text if is_object else json.dumps({"malformed_arguments": text}, ensure_ascii=False)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is Python's, not JSON's")


def _sendable(text: str) -> str:
    """`text` with lone surrogates replaced: they have no UTF-8 form."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace").decode()
    return text
