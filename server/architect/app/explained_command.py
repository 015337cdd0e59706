"""What is known of a command line before it runs, and what each mode does about it."""

from collections.abc import Iterator
from typing import Any, Literal

from architect.domain.effect import Effect
from architect.domain.verdict import Allow, Ask, ConfirmMode, Deny
from architect.frozen import frozen
from architect.policy.confirmation import ConfirmationPolicy
from architect.policy.shell.verdict import CommandVerdict
from architect.tools.traits import CallTraits

ModeAnswer = Literal["runs", "asks", "blocked"]


@frozen
class ModeAnswers:
    """What `mode` does; grants come on top of it."""

    mode: ConfirmMode
    in_sandbox: ModeAnswer
    without_sandbox: ModeAnswer


@frozen
class ExplainedCommand:
    """A command line, judged.

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
