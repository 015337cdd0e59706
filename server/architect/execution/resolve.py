"""Pipeline step 1: the tool a call names, if the agent may use it."""

from collections.abc import Collection

from architect.domain.tool_names import is_allowed
from architect.domain.verdict import Deny
from architect.l10n import english
from architect.tools.registry import AnyTool, ToolRegistry


def resolve(
    registry: ToolRegistry, name: str, *, allowed: Collection[str] | None
) -> AnyTool | Deny:
    """The tool named `name`; denied if the agent's `allowed` tools (None: all) leave it out.

    Raises:
        ToolNotFoundError: no tool has that name.
    """
    tool = registry.get(name)
    if allowed is None or is_allowed(name, allowed):
        return tool
    may = ", ".join(sorted(name for name in allowed if registry.has_tool(name)))
    reason = english("this agent cannot use {name}", name=name)
    return Deny("allowed_tools", reason, f"Its tools are: {may}.")
