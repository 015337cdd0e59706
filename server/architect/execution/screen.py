"""Pipeline steps 3 and 4: what tool and guardrails refuse, then the hooks before a tool.

Arguments that a hook changed are validated and guarded again: a hook can tighten, not smuggle.
"""

from collections.abc import Callable
from dataclasses import dataclass

from architect.domain.verdict import Ask, Deny
from architect.execution.file_uses import file_uses
from architect.execution.validate import ValidCall, validate_decoded
from architect.policy.guardrails import GuardedCall, RunTotals
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import HookBlock, HookRunner
from architect.ports.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Screened:
    """A call that may go on, and what the hooks want the model to know.

    `demand` is a question that guardrails want to be asked, whatever the mode; it is about `files`.
    """

    call: ValidCall
    context: str = ""
    demand: Ask | None = None
    files: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Screen:
    """Judges calls with the files they resolve to and with what the run did so far."""

    guardrails: Guardrails
    hooks: HookRunner
    workspace: Workspace
    totals: Callable[[], RunTotals]

    async def passed(self, call: ValidCall) -> Screened | Deny:
        """The call after guardrails and hooks, or why it may not go on.

        Raises:
            InvalidArgumentsError: a hook changed the arguments into some that do not fit.
        """
        guarded = await self._guarded(call)
        if isinstance(guarded, Deny):
            return guarded
        answer = await self.hooks.before_tool(call.tool.name, call.arguments)
        if isinstance(answer, HookBlock):
            return Deny("hook", answer.reason)
        if answer.arguments is not None and answer.arguments != call.arguments:
            guarded = await self._guarded(validate_decoded(call.tool, answer.arguments))
            if isinstance(guarded, Deny):
                return guarded
        return Screened(guarded.call, answer.context, guarded.demand, guarded.files)

    async def _guarded(self, call: ValidCall) -> Screened | Deny:
        if call.traits.refusal is not None:
            return call.traits.refusal
        uses = await file_uses(call, self.workspace, self.guardrails)
        guarded = GuardedCall(call.tool.name, call.arguments, uses, call.traits.line, self.totals())
        verdict = await self.guardrails.check(guarded)
        if isinstance(verdict, Deny):
            return verdict
        if isinstance(verdict, Ask):
            return Screened(call, demand=verdict, files=frozenset(use.name for use in uses))
        return Screened(call)
