"""`architect.approve`: the answer to an approval that a workflow waits for, asked for or not."""

from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.workflow_front import (
    front_to_resume,
    resume_workflow,
    workflow_named,
)
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.workflow_json import full_json
from architect.lsp.protocol.workflow_results import WorkflowInfo


class ApproveArgs(Message):
    """`architect.approve`; `approval` is one of those in `waitingFor`.

    A workflow that stopped is resumed with the answer.
    """

    workflow_id: str
    approval: str
    approved: bool = True


async def approve(editor: EditorSession, args: ApproveArgs, _: object) -> WorkflowInfo:
    await editor.workflows.settled(args.workflow_id)
    root, known = await workflow_named(editor, args.workflow_id)
    state = known.state
    if state is None or args.approval not in state.awaited_approvals:
        raise invalid(
            english(
                "approval: nothing waits for {approval!r} in {workflow_id!r}",
                approval=args.approval,
                workflow_id=args.workflow_id,
            )
        )
    if (live := editor.workflows.find(args.workflow_id)) is not None:
        if not live.coordinator.answer(args.approval, approved=args.approved):
            raise invalid(
                english("approval: nothing waits for {approval!r} any more", approval=args.approval)
            )
        return full_json(live.state, goes_on=True)
    front = await front_to_resume(editor, root, known)
    return await resume_workflow(
        editor,
        front,
        known.workflow_id,
        limits={},
        answers={args.approval: args.approved},
        wait=False,
    )


COMMAND = Command("architect.approve", ApproveArgs, WorkflowInfo, approve)
