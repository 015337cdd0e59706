"""A tool as it is offered to other agents, and what it answers.

https://modelcontextprotocol.io/specification/2025-11-25/server/tools
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from architect.checked.model import Model
from architect.frozen import frozen

JsonSchema = Mapping[str, Any]


@frozen
class Hints:
    """What a client may tell its user before a call, see the tool annotations of MCP.

    `reaches_out`: what it does is not up to this machine alone, since a model is asked.
    """

    only_reads: bool = False
    destroys: bool = False
    is_idempotent: bool = False
    reaches_out: bool = False


@frozen
class ToolAnswer:
    """`structured` fits the output schema of the tool; `text` says the same to a model.

    One that `is_error` did not do what it was called for. It need not have a structure then.
    """

    text: str
    structured: Mapping[str, Any] | None = None
    is_error: bool = False


class Caller(Protocol):
    """The client, while a call of it lasts."""

    def progress(self, message: str) -> None:
        """Tell it what goes on, without waiting."""
        ...

    @property
    def can_ask(self) -> bool:
        """Whether its user can be asked something."""
        ...

    async def ask(self, message: str, schema: JsonSchema) -> Mapping[str, Any] | None:
        """What the user filled in, which fits `schema` or not; None if they declined.

        Raises:
            CallerFault: nobody could be asked.
        """
        ...


class CallerFault(Exception):
    """The client did not do what it was asked for; the text says why."""


@frozen
class ServedTool:
    """`call` takes arguments of `args_model`; a `UserError` that it raises is told as an error."""

    name: str
    title: str
    description: str
    args_model: type[Model]
    output_schema: JsonSchema
    hints: Hints
    call: Callable[[Any, Caller], Awaitable[ToolAnswer]]


def object_schema(required: Mapping[str, JsonSchema], **optional: JsonSchema) -> dict[str, Any]:
    """The schema of an object with these properties and no others."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


TEXT: JsonSchema = {"type": "string"}
TEXT_OR_NULL: JsonSchema = {"type": ["string", "null"]}
TEXTS: JsonSchema = {"type": "array", "items": TEXT}
