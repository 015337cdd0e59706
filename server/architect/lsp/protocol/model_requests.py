"""What goes between the daemon and the editor about the editor's own model, as the protocol has it.

`lsp/editor_model/` makes a `Model` of it.
"""

from typing import Any, Literal, NotRequired, TypedDict


class ModelCall(TypedDict):
    """A call of a tool; `arguments` is the JSON text as the model wrote it, valid or not."""

    id: str
    name: str
    arguments: str


class ModelMessage(TypedDict):
    """A message of the conversation; `toolCallId` and `name` are those of a tool's result."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    toolCalls: NotRequired[list[ModelCall]]
    toolCallId: NotRequired[str]
    name: NotRequired[str]


class ModelTool(TypedDict):
    """A tool the model may call; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, Any]


class ModelOptions(TypedDict):
    """`justification` may be shown when the editor asks its user for leave."""

    toolChoice: Literal["auto", "none"]
    justification: str
    maxTokens: NotRequired[int]
    temperature: NotRequired[float]


class CompleteParams(TypedDict):
    """A request to the editor's own model; `model` is an id or a family, null for its default."""

    requestId: str
    model: str | None
    messages: list[ModelMessage]
    tools: list[ModelTool]
    options: ModelOptions


class ModelUsage(TypedDict):
    inputTokens: int
    outputTokens: int


class CompleteAnswer(TypedDict):
    """The whole reply; `model` is the id of the model that gave it."""

    text: str
    toolCalls: list[ModelCall]
    finish: Literal["stop", "tool_calls", "length"]
    usage: NotRequired[ModelUsage]
    model: str


class CompleteDelta(TypedDict):
    """A piece of the text of a reply that is on its way, which may be empty.

    `waitsForUser`: the editor asks its user first whether the model may be used. The next piece
    tells that this is over.
    """

    requestId: str
    text: str
    waitsForUser: NotRequired[bool]


class CompleteFailure(TypedDict):
    """The `data` of the error with code -32020 that answers a request to the editor's model."""

    code: Literal["no_permission", "quota", "not_found", "blocked", "unavailable"]
    detail: str
    retryable: bool


class EditorModel(TypedDict):
    """A model that the editor has."""

    id: str
    vendor: str
    family: str
    name: str
    maxInputTokens: int


class EditorModels(TypedDict):
    models: list[EditorModel]
