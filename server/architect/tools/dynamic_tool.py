"""A tool that is made at run time, such as one that a server offers."""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from architect.domain.effect import Effect
from architect.domain.errors import InvalidArgumentsError
from architect.domain.tool_result import ToolResult
from architect.domain.verdict import Preview
from architect.l10n import english, joined
from architect.tools.base import BaseTool
from architect.tools.context import ToolContext
from architect.tools.schema_check import schema_problems
from architect.tools.traits import CallTraits

Arguments = dict[str, Any]
Function = Callable[[Arguments, ToolContext], Awaitable[ToolResult]]
Check = Callable[[dict[str, Any], Arguments], Sequence[str]]
"""The problems that arguments have by a JSON schema, the schema first."""

_SUMMARY_CHARACTERS = 80
_UNLESS_TRUSTED = english("a server that is `trusted` in mcp.servers may")
_CHANGED = english("What it says of itself has changed since you allowed it:")


class DynamicTool(BaseTool[Arguments]):
    """A tool of a name, a description, the JSON schema of its arguments, and a function.

    The schema goes to the model as it is. What the function does is not known here, so a call is
    taken to leave the workspace and to bring in text from outside; `describe` gets these traits
    with the arguments and returns those that hold. `changed` is a diff of its description that
    whoever is asked about a call is shown.
    """

    def __init__(
        self,
        name: str,
        description: str,
        schema: dict[str, Any],
        function: Function,
        *,
        effect: Effect = Effect.COMMAND,
        describe: Callable[[CallTraits, Arguments], CallTraits] = lambda traits, _: traits,
        check: Check = schema_problems,
        changed: str = "",
    ) -> None:
        self.name = name
        self.description = description
        self.effect = effect
        self.sensitive = effect is not Effect.READ
        self._schema = schema
        self._function = function
        self._describe = describe
        self._check = check
        self._changed = changed

    async def run(self, args: Arguments, context: ToolContext) -> ToolResult:
        return await self._function(args, context)

    async def preview(self, args: Arguments, context: ToolContext) -> Preview | None:
        shown = json.dumps(args, indent=2, ensure_ascii=False) if args else ""
        if self._changed:
            shown = f"{_CHANGED}\n{self._changed}\n{shown}"
        return Preview("arguments", shown) if shown else None

    def traits(self, args: Arguments) -> CallTraits:
        path = args.get("path")
        traits = replace(
            super().traits(args),
            summary=_summary(args),
            path=path if isinstance(path, str) else None,
            egress=english("{name} may leave the workspace", name=self.name),
            taint_source=self.name,
        )
        return self._describe(traits, args)

    def parameters(self) -> dict[str, Any]:
        return self._schema

    def validate_args(self, arguments: dict[str, Any]) -> Arguments:
        if problems := self._check(self._schema, arguments):
            told = english(
                "invalid arguments for {name}: {problem}",
                name=self.name,
                problem=joined("; ", problems),
            )
            raise InvalidArgumentsError(told)
        return arguments


def bound_to(version: str, *, is_trusted: bool) -> Callable[[CallTraits, Arguments], CallTraits]:
    """Have an answer about a call hold for this version of the tool alone.

    One that is trusted neither leaves the workspace nor brings in text from outside.
    """

    def describe(traits: CallTraits, _: Arguments) -> CallTraits:
        if is_trusted:
            traits = replace(traits, egress=None, taint_source=None)
        elif traits.egress is not None:
            traits = replace(traits, egress=f"{traits.egress} ({_UNLESS_TRUSTED})")
        if not version:
            return traits
        grant = english("as it describes itself now ({version})", version=version)
        return replace(traits, grant=grant, is_versioned=True)

    return describe


def _summary(args: Arguments) -> str:
    text = json.dumps(args, ensure_ascii=False) if args else ""
    if len(text) <= _SUMMARY_CHARACTERS:
        return text
    return f"{text[: _SUMMARY_CHARACTERS - 3]}..."
