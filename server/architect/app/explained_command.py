"""What each mode does about a command line, in a sandbox and without one; nothing is run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from architect.bootstrap.lazy import LazyChangeWatch
from architect.domain.effect import Effect
from architect.domain.verdict import Allow, Ask, ConfirmMode, Deny
from architect.execution.file_uses import files_used
from architect.frozen import frozen
from architect.policy.confirmation import ConfirmationPolicy
from architect.policy.guardrails import GuardedCall
from architect.policy.outside_reads import reason_to_ask_about_reads
from architect.policy.shell.policy import CommandPolicy
from architect.policy.shell.verdict import CommandVerdict
from architect.ports.guardrails import Guardrails
from architect.ports.workspace import Workspace
from architect.tools.run_command import RunCommand, RunCommandArgs
from architect.tools.traits import CallTraits

ModeAnswer = Literal["runs", "asks", "blocked"]

_SOME_LINE = "true"
_NO_LIMIT = 1
"""The tool that only judges runs nothing, so that its limits do not matter."""


@frozen
class ModeAnswers:
    """What `mode` does; grants come on top of it."""

    mode: ConfirmMode
    in_sandbox: ModeAnswer
    without_sandbox: ModeAnswer


@frozen
class ExplainedCommand:
    """What is known of a command line before it runs.

    `traits` hold without a sandbox, `held` in one; `guarded` is what the guardrails say of the
    files that it names, and `elsewhere` why reading some of them without a sandbox is asked about.
    """

    verdict: CommandVerdict
    traits: CallTraits
    held: CallTraits
    guarded: Allow | Ask | Deny
    elsewhere: str | None

    @property
    def about_files(self) -> str:
        """Why its files are asked about or denied in every mode; empty if they are not."""
        return "" if isinstance(self.guarded, Allow) else self.guarded.reason

    def modes(self) -> Iterator[ModeAnswers]:
        for mode in ConfirmMode:
            yield ModeAnswers(
                mode,
                self._answer(mode, self.held, self.held.ask_reason),
                self._answer(mode, self.traits, self.traits.ask_reason or self.elsewhere),
            )

    def as_json(self) -> dict[str, Any]:
        """The class of the line, why, and what each mode does about it, as a JSON object."""
        return {
            "class": self.verdict.command_class.value,
            "blocked": self.verdict.blocked,
            "reasons": list(self.verdict.reasons),
            "files": self.about_files,
            "modes": {
                one.mode.value: {"sandbox": one.in_sandbox, "no_sandbox": one.without_sandbox}
                for one in self.modes()
            },
        }

    def _answer(self, mode: ConfirmMode, traits: CallTraits, ask_reason: str | None) -> ModeAnswer:
        if traits.deny_reason is not None or isinstance(self.guarded, Deny):
            return "blocked"
        if isinstance(self.guarded, Ask):
            return "asks"
        verdict = ConfirmationPolicy(mode).judge(
            Effect.COMMAND,
            ask_reason,
            grant=traits.grant,
            in_every_mode=traits.asks_in_every_mode,
        )
        return "runs" if isinstance(verdict, Allow) else "asks"


@frozen
class CommandExplainer:
    """Explains lines by `policy`, and by what the guardrails say of the files of `workspace`."""

    policy: CommandPolicy
    workspace: Workspace
    guardrails: Guardrails

    async def explained(self, line: str) -> ExplainedCommand:
        traits, lost = self._traits_of(line), None
        if traits.losses is not None:
            lost = await LazyChangeWatch(Path(self.workspace.root)).beyond_undo(traits.losses)
        uses = await files_used(traits.named_files, self.workspace, self.guardrails)
        call = GuardedCall(RunCommand.name, {"command": line}, uses, traits.command_line)
        return ExplainedCommand(
            self.policy.judge(line, None, {}),
            traits,
            traits.held(lost),
            await self.guardrails.check(call),
            reason_to_ask_about_reads(uses, "explained"),
        )

    def _traits_of(self, line: str) -> CallTraits:
        """What the pipeline has to know when the model calls `run_command` with `line`."""
        tool = RunCommand(_NO_LIMIT, _NO_LIMIT, policy=self.policy)
        # A line that could not be called has traits, too.
        return tool.traits(RunCommandArgs(command=_SOME_LINE).model_copy(update={"command": line}))
