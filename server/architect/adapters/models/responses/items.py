"""The items of a reply, which go back as they came.

A model that thinks wants its reasoning back, encrypted, before the message or the call it led to
(https://platform.openai.com/docs/guides/reasoning, November 2026). One without the other is
refused: "reasoning was provided without its required following item", and the reverse.
"""

from typing import Any

from architect.adapters.models.loose_json import dicts_of
from architect.adapters.models.sendable import (
    sendable_arguments,
    sendable_id,
    sendable_name,
)
from architect.domain.messages import AssistantMessage, ToolCall
from architect.domain.provider_items import ProviderItems

Item = dict[str, Any]

ID_LENGTH = 64
"""Longer ids are refused ("string_above_max_length"), even those that a server gave itself."""

_OF_A_CALL = ("call_id", "name", "arguments")
"""These members stand in the call: ids may be made unique there, and words may be redacted."""

_ASK_THE_CLIENT = frozenset(
    {
        "custom_tool_call",
        "computer_call",
        "local_shell_call",
        "shell_call",
        "apply_patch_call",
        "tool_search_call",
        "mcp_approval_request",
    }
)
"""Items that are refused without an answer, which only somebody who offered such tools could give;
all others that are not known go back like any."""


def kept_items(output: list[Item]) -> list[Item]:
    """The items of a reply as they are kept until they are sent again.

    None of them if its reasoning cannot be sent again, which the others name.
    """
    if not all(_can_be_read_again(item) for item in output if is_reasoning(item)):
        return []
    kept = [item for item in output if str(item.get("type")) not in _ASK_THE_CLIENT]
    return [_without_call(item) if is_call(item) else item for item in kept]


def sent_items(kept: ProviderItems, message: AssistantMessage) -> list[Item] | None:
    """The items of `message`, complete again; None if its calls are not those of the items."""
    items = kept.decoded()
    if sum(map(is_call, items)) != len(message.calls):
        return None
    calls = iter(message.calls)
    sent = [{**item, **call_members(next(calls))} if is_call(item) else item for item in items]
    while sent and is_reasoning(sent[-1]):
        sent.pop()
    return sent or None


def call_members(call: ToolCall) -> Item:
    """What the item of a call says of it."""
    return {
        "call_id": sendable_call_id(call.id),
        "name": sendable_name(call.name),
        "arguments": sendable_arguments(call.arguments),
    }


def sendable_call_id(call_id: str) -> str:
    return sendable_id(call_id, longest=ID_LENGTH)


def is_call(item: Item) -> bool:
    return item.get("type") == "function_call"


def is_reasoning(item: Item) -> bool:
    return item.get("type") == "reasoning"


def _can_be_read_again(reasoning: Item) -> bool:
    """Nothing is stored at the provider, so that reasoning known by its id alone "is not found"."""
    return bool(reasoning.get("encrypted_content") or dicts_of(reasoning.get("content")))


def _without_call(item: Item) -> Item:
    return {name: None if name in _OF_A_CALL else value for name, value in item.items()}
