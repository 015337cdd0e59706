"""Pipeline step 2: the arguments of a call become a value, or an answer that says what is wrong."""

import json
from typing import Any, cast

from architect.domain.effect import Effect
from architect.domain.errors import InvalidArgumentsError
from architect.domain.nesting import MOST_LEVELS, is_too_deep
from architect.domain.tool_names import is_run_time_name
from architect.execution.placeholders import refuse_placeholders
from architect.frozen import frozen
from architect.tools.registry import AnyTool
from architect.tools.traits import CallTraits


@frozen
class ValidCall:
    """A call whose arguments fit its tool; `arguments` is what the hooks get to see."""

    tool: AnyTool
    arguments: dict[str, Any]
    args: object
    traits: CallTraits

    @property
    def effect(self) -> Effect:
        """What the call does to the world."""
        return self.traits.effect or self.tool.effect

    @property
    def is_unknown(self) -> bool:
        """Whether a tool of a server is called that may do anything."""
        return self.effect is Effect.COMMAND and is_run_time_name(self.tool.name)


def validate(tool: AnyTool, arguments: str) -> ValidCall:
    """The call with the JSON text `arguments`.

    Raises:
        InvalidArgumentsError: it is not a JSON object, or does not fit the tool.
    """
    return validate_decoded(tool, _decoded(tool.name, arguments))


def validate_decoded(tool: AnyTool, arguments: dict[str, Any]) -> ValidCall:
    """The call with decoded arguments, as hooks give them back.

    Raises:
        InvalidArgumentsError: they do not fit the tool.
        PlaceholderError: they would put a placeholder where a key is.
        ToolFault: the tool has a bug, and cannot check or describe them.
    """
    if is_too_deep(arguments):
        raise InvalidArgumentsError(
            f"the arguments of {tool.name} have more than {MOST_LEVELS} objects and arrays in each "
            "other. Send the call again, with flatter ones."
        )
    args = tool.safe_args(arguments)
    refuse_placeholders(tool, arguments)
    return ValidCall(tool, arguments, args, tool.safe_traits(args))


def _decoded(name: str, arguments: str) -> dict[str, Any]:
    try:
        decoded = json.loads(arguments.strip() or "{}")
    except (ValueError, RecursionError) as error:
        raise InvalidArgumentsError(
            f"the arguments of {name} are not valid JSON ({error}); "
            "the reply may have been cut off. Send the whole call again, in parts if it is long."
        ) from error
    if not isinstance(decoded, dict):
        kind = type(decoded).__name__
        raise InvalidArgumentsError(
            f"the arguments of {name} must be a JSON object, not a {kind}. Send the call again."
        )
    return cast(dict[str, Any], decoded)
