"""The output of a hook, from how its command ended and what it printed."""

import json
from typing import Any, cast

from architect.domain.hooks import BLOCKING_EVENTS, Hook, HookEvent, HookOutcome, HookReply
from architect.domain.shell import CommandOutcome
from architect.l10n import english

BLOCK = 2
"""The exit code by which a hook forbids what comes next."""

_CONTEXT, _ARGUMENTS = "additionalContext", "updatedInput"


def read_output(hook: Hook, outcome: CommandOutcome) -> HookReply:
    """The reply of `hook`: 0 is fine, 2 forbids where that can be, anything else is a failure."""
    printed = "\n".join(filter(None, (outcome.stdout.strip(), outcome.stderr.strip())))
    if outcome.exit_code is None:
        return failure(
            hook,
            english("timed out after {timeout_s:g} s", timeout_s=hook.timeout_s),
            printed,
            outcome=HookOutcome.TIMED_OUT,
        )
    if outcome.exit_code == BLOCK and hook.event in BLOCKING_EVENTS and not hook.is_async:
        reason = outcome.stderr.strip() or outcome.stdout.strip() or english("it gave no reason")
        return HookReply(HookOutcome.BLOCKED, reason, blocks=True)
    if outcome.exit_code != 0:
        return failure(hook, f"exit {outcome.exit_code}", printed)
    return _said(hook, outcome.stdout.strip())


def failure(
    hook: Hook, problem: str, printed: str = "", *, outcome: HookOutcome = HookOutcome.FAILED
) -> HookReply:
    """A hook that could not do its work; it forbids only where the user configured that."""
    blocks = hook.blocks_on_failure and hook.event in BLOCKING_EVENTS
    return HookReply(outcome, printed, problem, blocks=blocks)


def _said(hook: Hook, text: str) -> HookReply:
    """A JSON object with one of our keys is its answer, any other text is context as it stands."""
    if not text.startswith("{"):
        return HookReply(HookOutcome.OK, text)
    try:
        answer = cast(dict[str, Any], json.loads(text))
    except (ValueError, RecursionError) as error:
        return failure(hook, english("its answer is not valid JSON: {error}", error=error), text)
    if not answer.keys() & {_CONTEXT, _ARGUMENTS}:
        return HookReply(HookOutcome.OK, text)
    context, arguments = answer.get(_CONTEXT), answer.get(_ARGUMENTS)
    if not isinstance(context, str | None):
        return failure(
            hook, english("{context} in its answer is not a text", context=_CONTEXT), text
        )
    if not isinstance(arguments, dict | None):
        return failure(
            hook, english("{arguments} in its answer is not an object", arguments=_ARGUMENTS), text
        )
    if arguments is not None and hook.event is not HookEvent.PRE_TOOL_USE:
        return failure(
            hook,
            english("{arguments} only has a meaning before a tool runs", arguments=_ARGUMENTS),
            text,
        )
    return HookReply(
        HookOutcome.OK, context or "", arguments=cast(dict[str, Any] | None, arguments)
    )
