"""`architect.workflowDiff`: what a unit changed since its workflow began, as a patch."""

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.commands.diff import DiffPage
from architect.lsp.handlers.virtual_documents import page_of_unit, shown
from architect.lsp.handlers.workflow_documents import patch_of_unit
from architect.lsp.protocol.params import Message


class WorkflowDiffArgs(Message):
    """`architect.workflowDiff`."""

    workflow_id: str
    unit_id: str
    show: bool = False


async def workflow_diff(editor: EditorSession, args: WorkflowDiffArgs, _: object) -> DiffPage:
    patch = await patch_of_unit(editor, args.workflow_id, args.unit_id)
    page = page_of_unit(args.workflow_id, args.unit_id)
    return {"patch": patch, "uri": await shown(editor, page, patch, show=args.show)}


COMMAND = Command("architect.workflowDiff", WorkflowDiffArgs, DiffPage, workflow_diff)
