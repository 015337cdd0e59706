"""Looking at a command in the background, and ending it."""

from dataclasses import replace
from typing import Annotated

from architect.checked.field import Field
from architect.domain.background import LONGEST_WAIT_S, BackgroundOutput, how_it_ended
from architect.domain.effect import Effect
from architect.domain.errors import ToolFault
from architect.domain.tool_names import COMMAND_OUTPUT, STOP_COMMAND
from architect.domain.tool_result import ToolResult, succeeded
from architect.ports.background_commands import BackgroundCommands
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits


class CommandOutputArgs(ToolArgs):
    """`wait_s` is in seconds."""

    handle: str
    wait_s: Annotated[int, Field(ge=0, le=LONGEST_WAIT_S)] = 0


class CommandOutput(BaseTool[CommandOutputArgs]):
    """Shows what a command in the background printed since the last look."""

    name = COMMAND_OUTPUT
    description = "New output of a background command, after wait_s seconds or its end."
    args_model = CommandOutputArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: CommandOutputArgs, context: ToolContext) -> ToolResult:
        output = await _commands(context).output(args.handle, wait_s=args.wait_s)
        return succeeded(shown(output))

    def traits(self, args: CommandOutputArgs) -> CallTraits:
        return replace(super().traits(args), summary=args.handle)


class StopCommandArgs(ToolArgs):
    handle: str


class StopCommand(BaseTool[StopCommandArgs]):
    """Ends a command in the background, with all that it started.

    It asks nobody: what the run started itself, it may end.
    """

    name = STOP_COMMAND
    description = "End a background command."
    args_model = StopCommandArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: StopCommandArgs, context: ToolContext) -> ToolResult:
        return succeeded(shown(await _commands(context).stop(args.handle)))

    def traits(self, args: StopCommandArgs) -> CallTraits:
        return replace(super().traits(args), summary=args.handle)


def _commands(context: ToolContext) -> BackgroundCommands:
    if context.background is None:
        raise ToolFault("no command runs in the background here")
    return context.background


def shown(output: BackgroundOutput) -> str:
    """How the command is doing, as the model reads it."""
    by = output.ended_by
    state = "is running" if by is None else how_it_ended(by, output.exit_code)
    head = f"{output.handle} {state}: {output.command}"
    left_out = f"[... {output.left_out:,} characters left out ...]\n" if output.left_out else ""
    return f"{head}\n{left_out}{output.text.rstrip() or '(no new output)'}"
