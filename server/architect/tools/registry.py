"""The tools of a run, by name."""

from collections.abc import Collection, Iterable
from typing import Any

from architect.config.nearest import did_you_mean
from architect.domain.errors import DuplicateToolError, ToolNotFoundError
from architect.domain.model_exchange import ToolSchema
from architect.domain.tool_names import is_allowed
from architect.tools.base import BaseTool

AnyTool = BaseTool[Any]


class ToolRegistry:
    """Tools by name; listed sorted, so that requests are the same from run to run."""

    def __init__(self, tools: Iterable[AnyTool] = ()) -> None:
        self._tools: dict[str, AnyTool] = {}
        self._late: set[str] = set()
        for tool in tools:
            self.register(tool)

    def register(self, tool: AnyTool, *, allow_override: bool = False, late: bool = False) -> None:
        """Add `tool`; a `late` one can be called, and is not among those that are listed.

        Raises:
            DuplicateToolError: the name is taken and `allow_override` is false.
        """
        if tool.name in self._tools and not allow_override:
            raise DuplicateToolError(f"two tools are named {tool.name!r}")
        self._tools[tool.name] = tool
        if late:
            self._late.add(tool.name)

    def remove(self, name: str) -> None:
        """Take out the tool named `name`, if there is one."""
        self._tools.pop(name, None)
        self._late.discard(name)

    def list_from_now_on(self, *names: str) -> None:
        """Have late tools listed, as far as they are there."""
        self._late.difference_update(names)

    def get(self, name: str) -> AnyTool:
        """The tool named `name`.

        Raises:
            ToolNotFoundError: there is none; the text names the nearest and all there are.
        """
        if tool := self._tools.get(name):
            return tool
        hint = did_you_mean(name, self._tools) or "."
        known = ", ".join(tool.name for tool in self.list_all())
        raise ToolNotFoundError(f"there is no tool {name!r}{hint} The tools are: {known}.")

    def list_all(self) -> list[AnyTool]:
        """All but the late ones."""
        return [self._tools[name] for name in sorted(self._tools) if name not in self._late]

    def late(self) -> list[AnyTool]:
        """Those that can be called and are not listed."""
        return [self._tools[name] for name in sorted(self._late)]

    def is_late(self, name: str) -> bool:
        return name in self._late

    def get_schemas(self, allowed: Collection[str] | None = None) -> tuple[ToolSchema, ...]:
        """The schemas of all tools, or of the `allowed` ones; unknown names are ignored."""
        return tuple(tool.get_schema() for tool in self.allowed(allowed))

    def allowed(self, names: Collection[str] | None) -> list[AnyTool]:
        """The tools of these names, or all of them if `names` is None."""
        return self.list_all() if names is None else self.filter_by_names(names)

    def filter_by_names(self, names: Collection[str]) -> list[AnyTool]:
        return [tool for tool in self.list_all() if is_allowed(tool.name, names)]

    def has_tool(self, name: str) -> bool:
        return name in self._tools

    def count(self) -> int:
        return len(self._tools)

    def clear(self) -> None:
        self._tools.clear()
        self._late.clear()
