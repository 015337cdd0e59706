"""Tools whose schemas the model is not sent with each request: it finds them and calls them.

They are many, or came after the first request, whose beginning has to stay the same for caches.
"""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

from architect.checked.field import Field
from architect.domain.effect import Effect
from architect.domain.errors import ToolFault
from architect.domain.messages import ToolCall
from architect.domain.text.counted import counted
from architect.domain.tool_names import CALL_TOOL, FIND_TOOL, is_run_time_name
from architect.domain.tool_result import ToolResult, succeeded
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.registry import AnyTool, ToolRegistry
from architect.tools.traits import CallTraits

_MOST_FOUND = 10
_LONGEST_DESCRIPTION = 1_000


class FindToolArgs(ToolArgs):
    query: str = Field(description="Words of what the tool should do, or its name.")


class FindTool(BaseTool[FindToolArgs]):
    """Shows the tools of `registry` that are not sent with requests, once they have `arrived`."""

    name = FIND_TOOL
    description = (
        "Find tools of connected servers that are not listed here: names, descriptions and schemas."
    )
    args_model = FindToolArgs
    sensitive = False
    effect = Effect.READ

    def __init__(self, registry: ToolRegistry, arrived: Callable[[], Awaitable[None]]) -> None:
        self._registry = registry
        self._arrived = arrived

    async def run(self, args: FindToolArgs, context: ToolContext) -> ToolResult:
        await self._arrived()
        there = [tool for tool in self._registry.late() if is_run_time_name(tool.name)]
        if not there:
            return succeeded("No server is connected that offers other tools.")
        words = set(re.findall(r"\w+", args.query.lower().replace("_", " ")))
        ranked = sorted(
            ((score, tool) for tool in there if (score := _score(tool, args.query, words))),
            key=lambda pair: (-pair[0], pair[1].name),
        )
        found = [tool for _, tool in ranked] or there
        shown: list[str] = []
        size = 0
        for tool in found[:_MOST_FOUND]:
            text = _described(tool)
            more_bytes = len(text.encode("utf-8", "surrogatepass"))
            if shown and size + more_bytes > context.room.page_bytes:
                break
            size += more_bytes
            shown.append(text)
        more = len(found) - len(shown)
        rest = f"\n\n[{counted(more, 'more tool')}; use other words]" if more else ""
        what = "" if ranked else "Nothing fits these words. Some of the tools:\n\n"
        return succeeded(what + "\n\n".join(shown) + rest, fits=size <= context.room.page_bytes)

    def traits(self, args: FindToolArgs) -> CallTraits:
        return replace(super().traits(args), summary=args.query)


class CallToolArgs(ToolArgs):
    name: str = Field(description="The tool, as find_tool names it.")
    arguments: dict[str, Any] = Field(
        default_factory=dict[str, Any], description="Its arguments, by its schema."
    )


class CallTool(BaseTool[CallToolArgs]):
    """Stands for the tools that are found; a call of it is made a call of the tool it names."""

    name = CALL_TOOL
    description = "Call a tool that find_tool has shown, or that a message has announced."
    args_model = CallToolArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: CallToolArgs, context: ToolContext) -> ToolResult:
        raise ToolFault("call_tool takes a name and arguments")


def meant(call: ToolCall) -> ToolCall:
    """The call that a call of `call_tool` stands for; every other call is itself."""
    if call.name != CALL_TOOL:
        return call
    try:
        given: Any = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return call
    fields = cast(dict[str, Any], given) if isinstance(given, dict) else {}
    name = fields.get("name")
    if not isinstance(name, str) or name in (CALL_TOOL, FIND_TOOL):
        return call
    arguments = fields.get("arguments", {})
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return replace(call, name=name, arguments=text)


def _score(tool: AnyTool, query: str, words: set[str]) -> int:
    """How well a tool fits: its name counts more than its description."""
    if tool.name == query.strip():
        return 1_000
    name = set(re.findall(r"[a-z0-9]+", tool.name.lower()))
    said = tool.description.lower()
    return sum(3 * (word in name) + (word in said) for word in words)


def _described(tool: AnyTool) -> str:
    schema = json.dumps(tool.parameters(), ensure_ascii=False)
    return f"{tool.name}: {tool.description[:_LONGEST_DESCRIPTION]}\n{schema}"
