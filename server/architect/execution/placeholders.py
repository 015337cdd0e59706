"""Calls that would write a placeholder where a key is.

The model sees `[redacted:...]` in the place of a key. If it wrote that back, the key in the file
would be lost; if it ran it, a program would get a key that is none.
"""

from typing import Any

from architect.domain.effect import Effect
from architect.domain.errors import PlaceholderError
from architect.domain.redaction import PLACEHOLDER
from architect.tools.registry import AnyTool

_SEARCHED = frozenset({"pattern", "query"})
"""Arguments that are compared with what is there."""


def refuse_placeholders(tool: AnyTool, arguments: dict[str, Any]) -> None:
    """Let pass what holds no placeholder, what is only said, such as a finding, and what the tool
    compares with the file itself.

    Raises:
        PlaceholderError: the call would write, run or look for a placeholder.
    """
    for name, value in arguments.items():
        found = PLACEHOLDER.search(str(value))
        if found is None or name in tool.reads_placeholders:
            continue
        if name in _SEARCHED:
            raise PlaceholderError(
                f"{name} contains {found[0]!r}, which stands for a key that is hidden from you; "
                "the file contains the key itself. Choose text next to it: whole lines before or "
                "after, or the part of the line that ends where the placeholder begins."
            )
        if tool.effect is not Effect.READ:
            raise PlaceholderError(
                f"{name} contains {found[0]!r}, which stands for a key that is hidden from you: "
                f"{_consequence(tool)} Leave that part out of what you change, read the key from "
                "an environment variable in code, or ask the user to make this change."
            )


def _consequence(tool: AnyTool) -> str:
    if tool.effect is Effect.COMMAND:
        return "the command would receive the placeholder instead."
    return "writing it would destroy the key in the file."
