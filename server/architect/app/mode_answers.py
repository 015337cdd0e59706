"""What each mode does about a command line, in a sandbox and without one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from architect.bootstrap.lazy import LazyChangeWatch
from architect.domain.effect import Effect
from architect.domain.verdict import Allow, ConfirmMode
from architect.frozen import frozen
from architect.policy.confirmation import ConfirmationPolicy
from architect.policy.shell.policy import CommandPolicy
from architect.tools.run_command import RunCommand, RunCommandArgs
from architect.tools.traits import CallTraits

ModeAnswer = Literal["runs", "asks", "blocked"]

_SOME_LINE = "true"
_NO_LIMIT = 1
"""The tool that only judges runs nothing, so that its limits do not matter."""


@frozen
class ModeAnswers:
    """What `mode` does; grants and what guardrails demand of files come on top of it."""

    mode: ConfirmMode
    in_sandbox: ModeAnswer
    without_sandbox: ModeAnswer


def traits_of(policy: CommandPolicy, line: str) -> CallTraits:
    """What the pipeline has to know when the model calls `run_command` with `line`."""
    tool = RunCommand(_NO_LIMIT, _NO_LIMIT, policy=policy)
    # A line that could not be called has traits, too.
    return tool.traits(RunCommandArgs(command=_SOME_LINE).model_copy(update={"command": line}))


async def traits_there(policy: CommandPolicy, line: str) -> tuple[CallTraits, CallTraits]:
    """What the pipeline knows about `line`, without a sandbox and in one."""
    traits, lost = traits_of(policy, line), None
    if traits.losses is not None and policy.workspace is not None:
        lost = await LazyChangeWatch(Path(policy.workspace)).beyond_undo(traits.losses)
    return traits, traits.held(lost)


async def explanation(policy: CommandPolicy, line: str) -> dict[str, Any]:
    """The class of `line`, why, and what each mode does about it, as a JSON object."""
    verdict = policy.judge(line, None, {})
    traits, held = await traits_there(policy, line)
    return {
        "class": verdict.command_class.value,
        "blocked": verdict.blocked,
        "reasons": list(verdict.reasons),
        "modes": {
            one.mode.value: {"sandbox": one.in_sandbox, "no_sandbox": one.without_sandbox}
            for one in mode_answers(traits, held)
        },
    }


def mode_answers(traits: CallTraits, held: CallTraits) -> Iterator[ModeAnswers]:
    """What each mode does about a call with `traits`, which are `held` in the sandbox."""
    for mode in ConfirmMode:
        yield ModeAnswers(mode, _answer(mode, held), _answer(mode, traits))


def _answer(mode: ConfirmMode, traits: CallTraits) -> ModeAnswer:
    if traits.deny_reason is not None:
        return "blocked"
    verdict = ConfirmationPolicy(mode).judge(
        Effect.COMMAND,
        traits.ask_reason,
        grant=traits.grant,
        in_every_mode=traits.asks_in_every_mode,
    )
    return "runs" if isinstance(verdict, Allow) else "asks"
