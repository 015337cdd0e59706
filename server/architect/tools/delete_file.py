"""Delete a file."""

import asyncio
from pathlib import PurePosixPath

from architect.domain.effect import Effect
from architect.domain.errors import EditRefusedError
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.ports.workspace import Workspace
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
        refuse_link(path, context.workspace)
        before = await context.workspace.read(path)
        return PlannedChange(await asyncio.to_thread(change_of, path, before, None))


def refuse_link(path: WorkspacePath, workspace: Workspace) -> None:
    """Refuse to delete the file that a link leads to, in place of the link.

    Raises:
        EditRefusedError: the last name of the path is that of a link.
    """
    name = PurePosixPath(path.relative)
    folder = workspace.locate(str(name.parent), Access.READ)
    if name.name and folder.real / name.name != path.real:
        target = path.real
        if target.is_relative_to(workspace.root):
            target = target.relative_to(workspace.root)
        raise EditRefusedError(
            f"{path.relative!r} is a link to {target.as_posix()!r}; nothing was deleted. Delete "
            "the file by its own name, or remove the link with a command"
        )
