"""Delete a file."""

import asyncio

from architect.domain.effect import Effect
from architect.domain.paths import Access
from architect.domain.text.diff import change_of
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.edit_result import PlannedChange, apply_plan, foreseen, report


class DeleteFileArgs(ToolArgs):
    path: str


class DeleteFile(BaseTool[DeleteFileArgs]):
    """Only registered where the user allows it."""

    name = "delete_file"
    description = "Delete a text file."
    args_model = DeleteFileArgs
    effect = Effect.DELETE

    async def run(self, args: DeleteFileArgs, context: ToolContext) -> ToolResult:
        return succeeded(report(await apply_plan(lambda: self._plan(args, context), context)))

    async def preview(self, args: DeleteFileArgs, context: ToolContext) -> Preview | None:
        return await foreseen(lambda: self._plan(args, context), context)

    async def _plan(self, args: DeleteFileArgs, context: ToolContext) -> PlannedChange:
        path = context.workspace.locate(args.path, Access.WRITE)
        before = await context.workspace.read(path)
        return PlannedChange(await asyncio.to_thread(change_of, path, before, None))
