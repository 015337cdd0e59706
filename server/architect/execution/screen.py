"""Pipeline steps 3 and 4: what tool and guardrails refuse, then the hooks before a tool.

Arguments that a hook changed are validated and guarded again: a hook can tighten, not smuggle.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.losses import Losses
from architect.domain.verdict import Ask, Deny
from architect.execution.file_uses import file_uses
from architect.execution.validate import ValidCall, validate_decoded
from architect.frozen import frozen
from architect.l10n import english, joined
from architect.policy.guardrails import FileUse, GuardedCall, RunTotals
from architect.policy.outside_reads import reason_to_ask_about_reads
from architect.policy.proposals import NOT_IN_SHELL, ask_unconfined
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import HookBlock, HookRunner
from architect.ports.workspace import Workspace


@frozen
class Screened:
    """A call that may go on, and what the hooks want the model to know.

    `demand` is a question that guardrails want to be asked, whatever the mode; it is about `files`.
    """

    call: ValidCall
    context: str = ""
    demand: Ask | None = None
    files: frozenset[str] = frozenset()


@frozen
class Screen:
    """Judges calls with the files they resolve to and with what the run did so far.

    `why_unconfined` says why the shell has no sandbox, and is empty if it has one; `proposes`,
    whether that is a reason to ask about all that change something. `beyond_undo` says what of
    some losses nobody brings back.
    """

    guardrails: Guardrails
    hooks: HookRunner
    workspace: Workspace
    totals: Callable[[], RunTotals]
    why_unconfined: Callable[[], Awaitable[str]]
    beyond_undo: Callable[[Losses], Awaitable[str]]
    proposes: bool = False

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
        call = await self._held(call)
        if call.traits.deny_reason is not None:
            return call.traits.deny_reason
        uses = await file_uses(call, self.workspace, self.guardrails)
        guarded = GuardedCall(
            call.tool.name,
            call.arguments,
            uses,
            call.traits.command_line,
            self.totals(),
            call.is_unknown,
        )
        verdict = await self.guardrails.check(guarded)
        if isinstance(verdict, Deny):
            return verdict
        demand = await self._about_changes(call)
        call = await self._with_reads_elsewhere(call, uses)
        if isinstance(verdict, Ask):
            both = verdict if demand is None else Ask(_joined(verdict, demand), verdict.subject)
            return Screened(call, demand=both, files=_names(uses))
        return Screened(call, demand=demand)

    async def _held(self, call: ValidCall) -> ValidCall:
        """`call`, by the terms of its sandbox if it has one."""
        if call.traits.in_sandbox is None or await self._why_unconfined(call):
            return call
        losses = None if self.proposes else call.traits.losses
        lost = None if losses is None else await self.beyond_undo(losses)
        return replace(call, traits=call.traits.held(lost))

    async def _about_changes(self, call: ValidCall) -> Ask | None:
        """The question about a command that may change files of which changes are only proposed."""
        if not self.proposes or call.tool.effect is not Effect.COMMAND:
            return None
        reason = call.traits.ask_reason
        if reason is None and call.traits.runs_in_shell:
            return None
        reason = reason or english("{name} may change files", name=call.tool.name)
        return ask_unconfined(reason, await self._why_unconfined(call))

    async def _with_reads_elsewhere(self, call: ValidCall, uses: Sequence[FileUse]) -> ValidCall:
        """`call`; if it is a command that reads what lies elsewhere, it is one to ask about."""
        if call.tool.effect is not Effect.COMMAND or call.traits.ask_reason is not None or not uses:
            return call
        reason = reason_to_ask_about_reads(uses, await self._why_unconfined(call))
        return replace(call, traits=replace(call.traits, ask_reason=reason))

    async def _why_unconfined(self, call: ValidCall) -> str:
        return await self.why_unconfined() if call.traits.runs_in_shell else NOT_IN_SHELL


def _names(uses: Sequence[FileUse]) -> frozenset[str]:
    """What the files are called, and where links lead: a yes to one name is a yes to the file."""
    return frozenset(name for use in uses for name in (use.name, *use.paths))


def _joined(*questions: Ask) -> str:
    return joined("; ", (question.reason for question in questions))
