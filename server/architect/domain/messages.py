"""The conversation with the model, in no provider's format."""

from dataclasses import dataclass

from architect.domain.ids import CallId


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the model asks for.

    `arguments` is the JSON text exactly as the model sent it, valid or not: only the engine decodes
    it, so that a malformed call is answered instead of being repaired by guesswork.
    """

    id: CallId
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class SystemMessage:
    text: str


@dataclass(frozen=True, slots=True)
class UserMessage:
    text: str


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """The answer to the call `call_id`; every call gets exactly one."""

    call_id: CallId
    name: str
    text: str


Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage
