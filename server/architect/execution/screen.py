"""Pipeline steps 3 and 4: what tool and guardrails refuse, then the hooks before a tool.

Arguments that a hook changed are validated and guarded again: a hook can tighten, not smuggle.
"""

from dataclasses import dataclass

from architect.domain.verdict import Deny
from architect.execution.validate import ValidCall, validate_decoded
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import HookBlock, HookRunner


@dataclass(frozen=True, slots=True)
class Screened:
    """A call that may go on, and what the hooks want the model to know."""

    call: ValidCall
    context: str


async def screen(call: ValidCall, guardrails: Guardrails, hooks: HookRunner) -> Screened | Deny:
    """The call after guardrails and hooks, or why it may not go on.

    Raises:
        InvalidArgumentsError: a hook changed the arguments into some that do not fit.
    """
    if (denial := _denial(call, guardrails)) is not None:
        return denial
    answer = await hooks.before_tool(call.tool.name, call.arguments)
    if isinstance(answer, HookBlock):
        return Deny("hook", answer.reason)
    if answer.arguments is None or answer.arguments == call.arguments:
        return Screened(call, answer.context)
    changed = validate_decoded(call.tool, answer.arguments)
    if (denial := _denial(changed, guardrails)) is not None:
        return denial
    return Screened(changed, answer.context)


def _denial(call: ValidCall, guardrails: Guardrails) -> Deny | None:
    if call.traits.refusal is not None:
        return call.traits.refusal
    verdict = guardrails.check(call.tool.name, call.arguments)
    return verdict if isinstance(verdict, Deny) else None
