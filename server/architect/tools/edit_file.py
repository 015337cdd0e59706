"""Replace one place of a file."""

from dataclasses import replace

from architect.checked.field import Field
from architect.domain.effect import Effect
from architect.domain.errors import EditRefusedError
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.diff import change_of, diff_of
from architect.domain.text.document import Snapshot
from architect.domain.text.edit import edit_document
from architect.domain.text.terse_diff import without_context
from architect.domain.text.undecodable_bytes import refuse_undecodable_bytes, shown
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import HiddenIn, ToolContext
from architect.tools.edit_result import (
    PlannedChange,
    apply_plan,
    foreseen,
    report,
    seen_after,
    shortened,
    worked_out,
)
from architect.tools.hidden_text import edit_readings, the_only_fit
from architect.tools.traits import CallTraits


class EditFileArgs(ToolArgs):
    path: str
    old_str: str = Field(description="Exact text, without line numbers.")
    new_str: str


class EditFile(BaseTool[EditFileArgs]):
    name = "edit_file"
    description = "Replace old_str, which must occur exactly once in the file, with new_str."
    args_model = EditFileArgs
    effect = Effect.WRITE
    reads_placeholders = frozenset({"old_str", "new_str"})

    async def run(self, args: EditFileArgs, context: ToolContext) -> ToolResult:
        planned = await apply_plan(lambda: self._plan(args, context), context)
        # The model knows what stands around it: context would be paid for in every later request.
        diff = shortened(shown(without_context(planned.change.diff)))
        return succeeded(f"{report(planned)}\n{diff}", seen=seen_after(planned, context))

    async def preview(self, args: EditFileArgs, context: ToolContext) -> Preview | None:
        return await foreseen(lambda: self._plan(args, context), context)

    def traits(self, args: EditFileArgs) -> CallTraits:
        _, added, removed = diff_of(args.path, _whole(args.old_str), _whole(args.new_str))
        summary = f"{args.path} (+{added} -{removed})"
        return replace(super().traits(args), summary=summary)

    async def _plan(self, args: EditFileArgs, context: ToolContext) -> PlannedChange:
        path = context.workspace.locate(args.path, Access.WRITE)
        before = await context.workspace.read(path)
        return await worked_out(
            lambda: _edited(path, before, args, context.hidden_in),
            before,
            args.old_str + args.new_str,
        )


def _whole(text: str) -> str:
    """`text` with the end of its last line, so that a line that is in both texts is the same."""
    return text if not text or text.endswith("\n") else f"{text}\n"


def _edited(
    path: WorkspacePath, before: Snapshot, args: EditFileArgs, hidden_in: HiddenIn
) -> PlannedChange:
    document = before.document
    try:
        refuse_undecodable_bytes(document.text, args.new_str)
        readings = edit_readings(args.old_str, args.new_str, document.text, hidden_in)
        after, notes = the_only_fit(readings, lambda said: edit_document(document, *said))
    except EditRefusedError as refusal:
        raise EditRefusedError(f"{path.relative!r}: {refusal}") from refusal
    return PlannedChange(change_of(path, before, after), notes)
