"""Pipeline step 5: somebody says yes, where the mode wants that."""

import asyncio

from architect.domain.outcome import StopReason
from architect.domain.verdict import Allow, Ask, Choice, Confirmation, Deny
from architect.execution.stop_signal import StopSignal
from architect.execution.validate import ValidCall
from architect.policy.confirmation import ConfirmationPolicy
from architect.ports.approver import Approver
from architect.tools.base import ToolContext


class ConfirmationGate:
    """Asks one question at a time and remembers what was allowed for the run."""

    def __init__(self, policy: ConfirmationPolicy, *, approver: Approver, stop: StopSignal) -> None:
        self._policy = policy
        self._approver = approver
        self._stop = stop
        self._one_at_a_time = asyncio.Lock()

    async def admit(self, call: ValidCall, context: ToolContext) -> Allow | Deny:
        """Whether the call may run.

        Raises:
            ToolFault, PortFault: the call would fail anyway, so nobody was asked.
        """
        if isinstance(verdict := self._judge(call), Allow):
            return verdict
        async with self._one_at_a_time:
            verdict = self._judge(call)
            if isinstance(verdict, Allow):
                return verdict
            question = Confirmation(
                tool=call.tool.name,
                title=f"{call.tool.name} {call.traits.summary}".strip(),
                reason=verdict.reason,
                grant=call.traits.grant,
                preview=await call.tool.foresee(call.args, context),
            )
            return await self._asked(question)

    def _judge(self, call: ValidCall) -> Allow | Ask:
        name, traits = call.tool.name, call.traits
        return self._policy.judge(name, traits.concern, grant=_grant_of(name, traits.grant))

    async def _asked(self, question: Confirmation) -> Allow | Deny:
        answer = await self._approver.confirm(question)
        match answer.choice:
            case Choice.ONCE:
                return Allow("user")
            case Choice.RUN:
                self._policy.remember(_grant_of(question.tool, question.grant))
                return Allow("user")
            case Choice.DENY:
                return Deny("confirmation", answer.note or "the user said no")
            case Choice.STOP:
                self._stop.request(StopReason.USER_INTERRUPT)
                return Deny("confirmation", "the user stopped the run")


def _grant_of(tool: str, words: str) -> str:
    """The grant with its tool: the words of one tool, a command line, may be another's name."""
    return f"{tool}: {words}"
