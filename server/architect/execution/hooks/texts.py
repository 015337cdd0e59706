"""What the model reads of hooks."""

from architect.domain.hooks import Hook, HookOutcome, HookReply
from architect.execution.result_limit import fit_result
from architect.l10n import at, joined

MAX_CONTEXT_BYTES = 4_000
"""Of what one hook says to the model; about 1,000 tokens."""


def block_reason(hook: Hook, reply: HookReply) -> str:
    """Why a hook forbids something, or failed where it may not."""
    said = fit_result(reply.text, MAX_CONTEXT_BYTES)
    if not reply.problem:
        return f"{hook.name}: {said}"
    return joined("\n", filter(None, (at(hook.name, reply.problem), said)))


def context(hook: Hook, reply: HookReply) -> str:
    """What the model reads of a hook that is content."""
    if reply.outcome is not HookOutcome.OK or not reply.text:
        return ""
    return fit_result(reply.text, MAX_CONTEXT_BYTES)


def marked_context(hook: Hook, reply: HookReply) -> str:
    """The same for what the model reads beside the results of its calls."""
    said = context(hook, reply)
    return f"[Hook {hook.name}]\n{said}" if said else ""


def report(hook: Hook, reply: HookReply) -> str:
    """What the model reads of a hook that looked at a result."""
    if reply.outcome is HookOutcome.OK:
        return context(hook, reply)
    said = fit_result(reply.text, MAX_CONTEXT_BYTES)
    return f"[Hook {hook.name}: FAILED ({reply.problem})]" + (f"\n{said}" if said else "")
