"""`architect.cancelWorkflow`: end a workflow so that it can be resumed, or one unit for good."""

from typing import TypedDict

from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.workflow_front import workflow_named
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message


class CancelWorkflowArgs(Message):
    """`architect.cancelWorkflow`; without a unit, the whole."""

    workflow_id: str
    unit_id: str | None = None


class CancelledWorkflow(TypedDict):
    """`cancelled` is false if it was not running."""

    cancelled: bool


async def cancelled(
    editor: EditorSession, args: CancelWorkflowArgs, _: object
) -> CancelledWorkflow:
    """
    Raises:
        UserError: there is no such workflow, or another process works on it.
    """
    root, known = await workflow_named(editor, args.workflow_id)
    if args.unit_id is None:
        return {"cancelled": editor.workflows.stop(args.workflow_id, root) is not None}
    if known.state is not None and args.unit_id not in known.state.units:
        raise invalid(english("unitId: the workflow has no unit {unit_id!r}", unit_id=args.unit_id))
    return {"cancelled": editor.workflows.cancel_unit(args.workflow_id, args.unit_id)}


COMMAND = Command("architect.cancelWorkflow", CancelWorkflowArgs, CancelledWorkflow, cancelled)
