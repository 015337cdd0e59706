"""The conversation as the input of a response."""

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from architect.adapters.models.responses.items import (
    Item,
    call_members,
    sendable_call_id,
    sent_items,
)
from architect.adapters.models.sendable import EMPTY_REPLY, sendable
from architect.adapters.models.shown_images import text_and_images
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import ToolSchema

_NO_IMAGES: Mapping[str, str] = {}


def input_items(
    messages: Iterable[Message], *, origin: str | None, images: Mapping[str, str] = _NO_IMAGES
) -> list[Item]:
    """The items of `messages`; replies of `origin` are sent as they came, others in plain form.

    `images` are as in `ModelRequest`.
    """
    return [item for message in messages for item in _items(message, origin, images)]


def flat_tool(tool: ToolSchema) -> dict[str, Any]:
    """A tool as Responses want it.

    Left to itself, the API makes every schema strict, which ours, with optional arguments, are not.
    """
    return {"type": "function", **tool["function"], "strict": False}


def _items(message: Message, origin: str | None, images: Mapping[str, str]) -> list[Item]:
    match message:
        case SystemMessage(text):
            return [{"role": "system", "content": sendable(text)}]
        case UserMessage():
            return [{"role": "user", "content": _of_user(message, images)}]
        case AssistantMessage():
            own = message.items if message.items and message.items.origin == origin else None
            return (sent_items(own, message) if own else None) or _plain(message)
        case ToolMessage():
            call_id = sendable_call_id(message.call_id)
            output = sendable(message.text)
            return [{"type": "function_call_output", "call_id": call_id, "output": output}]
        case _:
            assert_never(message)


def _of_user(message: UserMessage, contents: Mapping[str, str]) -> str | list[Item]:
    """https://platform.openai.com/docs/api-reference/responses/create (November 2026)."""
    text, images = text_and_images(message, contents)
    if not images:
        return text
    shown = [
        {"type": "input_image", "detail": "auto", "image_url": image.data_url} for image in images
    ]
    return [*shown, {"type": "input_text", "text": text}]


def _plain(message: AssistantMessage) -> list[Item]:
    """A reply of another model: without ids, which would name items that nobody has."""
    calls: list[Item] = [{"type": "function_call", **call_members(call)} for call in message.calls]
    text = sendable(message.text)
    if not text and calls:
        return calls
    return [{"role": "assistant", "content": text or EMPTY_REPLY}, *calls]
