"""`architect.resumeWorkflow`: continue a workflow that stopped before its end."""

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.workflow_front import (
    front_to_resume,
    resume_workflow,
    workflow_named,
)
from architect.lsp.protocol.params import Message, Usd, WorkflowSeconds
from architect.lsp.protocol.workflow_results import WorkflowInfo


class ResumeLimits(Message):
    """Those of the whole; what is missing stays as it was."""

    seconds: WorkflowSeconds | None = None
    usd: Usd | None = None


class ResumeWorkflowArgs(Message):
    """`architect.resumeWorkflow`; with `approve` all that waits for an approval has it."""

    workflow_id: str
    approve: bool = False
    limits: ResumeLimits = ResumeLimits()
    wait: bool = False


async def resumed(editor: EditorSession, args: ResumeWorkflowArgs, _: object) -> WorkflowInfo:
    await editor.workflows.settled(args.workflow_id)
    root, known = await workflow_named(editor, args.workflow_id)
    limits = {"budget_usd": args.limits.usd, "timeout_s": args.limits.seconds}
    front = await front_to_resume(editor, root, known)
    return await resume_workflow(
        editor,
        front,
        known.workflow_id,
        limits=limits,
        approves=args.approve,
        wait=args.wait,
    )


COMMAND = Command("architect.resumeWorkflow", ResumeWorkflowArgs, WorkflowInfo, resumed)
