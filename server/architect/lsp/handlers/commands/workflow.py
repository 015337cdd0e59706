"""`architect.workflow`: a workflow with its units."""

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.workflow_front import workflow_named
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.workflow_json import known_json
from architect.lsp.protocol.workflow_results import WorkflowInfo


class WorkflowArgs(Message):
    """`architect.workflow`."""

    workflow_id: str


async def workflow(editor: EditorSession, args: WorkflowArgs, _: object) -> WorkflowInfo:
    root, known = await workflow_named(editor, args.workflow_id)
    return known_json(known, root, with_units=True)


COMMAND = Command("architect.workflow", WorkflowArgs, WorkflowInfo, workflow)
