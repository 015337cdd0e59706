"""Change several places of a file, or create one, by a unified diff."""

import asyncio
from dataclasses import replace

from pydantic import Field

from architect.domain.effect import Effect
from architect.domain.errors import EditRefusedError
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, Snapshot
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import HiddenIn, ToolContext
from architect.tools.edit_result import PlannedChange, apply_plan, foreseen, read_if_present, report
from architect.tools.hidden_text import patch_readings, the_only_fit
from architect.tools.traits import CallTraits


class ApplyPatchArgs(ToolArgs):
    path: str
    patch: str = Field(description="Unified diff of this file.")


class ApplyPatch(BaseTool[ApplyPatchArgs]):
    name = "apply_patch"
    description = "Apply a unified diff of one or more hunks to one file; all hunks or none."
    args_model = ApplyPatchArgs
    effect = Effect.WRITE
    reads_placeholders = frozenset({"patch"})

    async def run(self, args: ApplyPatchArgs, context: ToolContext) -> ToolResult:
        return succeeded(report(await apply_plan(lambda: self._plan(args, context), context)))

    async def preview(self, args: ApplyPatchArgs, context: ToolContext) -> Preview | None:
        return await foreseen(lambda: self._plan(args, context), context)

    def traits(self, args: ApplyPatchArgs) -> CallTraits:
        lines = [line for line in args.patch.split("\n") if not line.startswith(("+++ ", "--- "))]
        added = sum(line.startswith("+") for line in lines)
        removed = sum(line.startswith("-") for line in lines)
        summary = f"{args.path} (+{added} -{removed} lines)"
        return replace(super().traits(args), summary=summary)

    async def _plan(self, args: ApplyPatchArgs, context: ToolContext) -> PlannedChange:
        path = context.workspace.locate(args.path, Access.WRITE)
        before = await read_if_present(path, context)
        return await asyncio.to_thread(_patched, path, before, args.patch, context.hidden_in)


def _patched(
    path: WorkspacePath, before: Snapshot | None, patch: str, hidden_in: HiddenIn
) -> PlannedChange:
    # Ten modules that most runs do not need.
    from architect.domain.text.patch.patched_document import patch_document

    document = before.document if before else Document("")
    try:
        readings = patch_readings(patch, document.text, hidden_in)
        after, notes = the_only_fit(readings, lambda said: patch_document(document, said))
    except EditRefusedError as refusal:
        absent = "" if before else " does not exist, and the patch does not create it"
        raise EditRefusedError(f"{path.relative!r}{absent}: {refusal}") from refusal
    if not after.text:
        notes = (*notes, "the file is now empty, not deleted")
    change = change_of(path, before, after)
    return PlannedChange(change, notes)
