"""One exchange with a model: the request, the reply, and what happens in between."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from architect.domain.messages import Message, ToolCall
from architect.domain.provider_items import ProviderItems
from architect.domain.usage import Usage
from architect.frozen import frozen

ToolSchema = Mapping[str, Any]
"""A tool in the OpenAI function-calling format: `{"type": "function", "function": {...}}`."""


class FinishReason(StrEnum):
    """Why the model stopped, in the vocabulary of OpenAI chat completions."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"


@frozen
class ModelRequest:
    """What the model gets to see; no tools means that it may only answer in text.

    `conversation` names what the request belongs to: requests of one name share their beginning,
    which helps providers to find it in their cache. So do the tools, which stand at the beginning:
    `withheld` are those that the conversation had and that may not be called now. `images` are the
    contents of images in base64, by their SHA-256; of others the model reads that they are missing.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolSchema, ...] = ()
    conversation: str = ""
    withheld: tuple[ToolSchema, ...] = ()
    images: Mapping[str, str] = field(default_factory=dict[str, str])


@frozen
class ModelReply:
    """A complete reply; `usage` is None if the provider did not count.

    `reasoning` is what the model thought, as far as the provider shows it; it is no part of
    `text`. `items` go back to the provider with the reply. `model` is what replied, where the
    name that was asked for leaves that open. `cached`: it was kept on
    this machine, and not paid for.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    finish: FinishReason = FinishReason.STOP
    usage: Usage | None = None
    reasoning: str = ""
    items: ProviderItems | None = None
    model: str = ""
    cached: bool = False


@frozen
class TextDelta:
    """A piece of the reply's text, as it arrives."""

    text: str


@frozen
class ReasoningDelta:
    """A piece of what the model thinks before it replies, as it arrives."""

    text: str


@frozen
class RetryNotice:
    """Attempt number `attempt`, from 1, failed, and the request is sent again after `delay_s`.

    Text and reasoning that were streamed by the failed attempt are void.
    """

    attempt: int
    delay_s: float
    reason: str


@frozen
class WindowNotice:
    """Whoever serves the model says that its context window is `tokens` long."""

    tokens: int


@frozen
class WarningNotice:
    """Something about the model that the user should know; `text` is one line."""

    text: str


@frozen
class SwitchNotice:
    """The model `after` takes over from `before` for this request and all that follow.

    Text and reasoning that were streamed so far are void.
    """

    before: str
    after: str
    reason: str


ModelProgress = (
    TextDelta | ReasoningDelta | RetryNotice | WindowNotice | WarningNotice | SwitchNotice
)
