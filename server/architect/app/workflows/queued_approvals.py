"""Approvals that workflows wait for, as questions among those of runs."""

from architect.app.confirmations import ConfirmationQueue
from architect.app.run_info import PendingQuestion
from architect.app.run_state import WaitsFor
from architect.app.workflows.approval_lines import approval_lines
from architect.domain.verdict import Choice, Confirmation, Subject
from architect.domain.workflows.state import WorkflowState
from architect.l10n import english, joined

_ANSWERS = {Choice.ONCE: True, Choice.DENY: False}


class QueuedApprovals:
    """See `workflows.approvals.Approve`: asks when no other question is open."""

    def __init__(self, questions: ConfirmationQueue) -> None:
        self._questions = questions

    async def __call__(self, state: WorkflowState, approval: str) -> bool | None:
        started = state.started
        assert started is not None
        question = Confirmation(
            tool="",
            title=english(
                "Approve the step {approval!r} of {title!r}", approval=approval, title=started.title
            ),
            reason=joined("\n", approval_lines(state.waiting_for(approval))),
            grant="",
            subject=Subject.APPROVAL,
        )
        answer = await self._questions.ask(_AskingWorkflow(started.workflow_id), question)
        return _ANSWERS.get(answer.choice)


class _AskingWorkflow:
    """See `Questioner`; that it waits is told with the state of the workflow."""

    def __init__(self, workflow_id: str) -> None:
        self.run_id = workflow_id
        self.gave_up = False

    def wait_for(self, what: WaitsFor, pending: PendingQuestion | None = None) -> None: ...

    def resume(self) -> None: ...
