"""The question on a terminal whether a step of a workflow may start."""

from architect.app.workflows.approval_lines import approval_lines
from architect.cli.terminal_approver import TerminalApprover
from architect.domain.escape_controls import escape_controls
from architect.domain.workflows.state import WorkflowState
from architect.l10n import shown, t

_ANSWERS = {"y": True, "yes": True, "n": False, "no": False, "s": None, "stop": None}


class ApprovalQuestion:
    """Asks when it is the turn of this question; see `workflows.approvals.Approve`."""

    def __init__(self, approver: TerminalApprover) -> None:
        self._approver = approver

    async def __call__(self, state: WorkflowState, approval: str) -> bool | None:
        async with self._approver.turn() as (out, reader):
            asked = t("? Approve the step {step!r}", step=approval)
            out.line(escape_controls(asked), "title")
            for line in approval_lines(state.waiting_for(approval)):
                out.line(escape_controls(f"    {shown(line)}"))
            reader.forget()
            while True:
                line = await reader.line(t("  y approve, n refuse, s stop here [y/n/s]: "), out)
                if not line:
                    return None
                if (said := line.strip().lower()) in _ANSWERS:
                    return _ANSWERS[said]
