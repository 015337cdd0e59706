"""Keeping a note for later sessions."""

from dataclasses import replace

from architect.checked.field import Field
from architect.domain.effect import Effect
from architect.domain.memory import MemoryKind
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.l10n import english
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits


class RememberArgs(ToolArgs):
    text: str = Field(description="One sentence that stands alone.")
    kind: MemoryKind = "preference"


class Remember(BaseTool[RememberArgs]):
    """Adds a note to the memory of the project, which later runs are told."""

    name = "remember"
    description = (
        "Keep a note for later sessions: what the user wants done differently or always, or a fact "
        "that cost effort to find and that no file says. Never secrets."
    )
    args_model = RememberArgs
    effect = Effect.COMMAND

    async def run(self, args: RememberArgs, context: ToolContext) -> ToolResult:
        note = await context.remember(args.kind, args.text)
        return succeeded(
            f"remembered: {note.text}" if note else "this is remembered already; continue"
        )

    async def preview(self, args: RememberArgs, context: ToolContext) -> Preview | None:
        context.check_note(args.kind, args.text)
        return None

    def traits(self, args: RememberArgs) -> CallTraits:
        return replace(
            super().traits(args),
            summary=f"{args.kind}: {args.text}",
            ask_reason=english("every later session here will be told it"),
            # Orders in a text from outside would outlive the run.
            egress=english("it keeps a note for later sessions"),
        )
