"""The verdicts of one run: what the user configured, and where commands run."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath

from architect.domain.verdict import Deny
from architect.policy.commands.verdict import CommandClass, CommandVerdict


@dataclass(frozen=True, slots=True)
class CommandPolicy:
    """`extra_safe` are starts of commands that count as safe; None is a folder nobody told us."""

    workspace: PurePath | None = None
    home: PurePath | None = None
    extra_safe: tuple[str, ...] = ()
    blocked_patterns: tuple[str, ...] = ()
    allowed_only: bool = False

    def judge(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> CommandVerdict:
        """The verdict about `line`, started in `cwd` of the workspace with `variables` added."""
        return _judged(self, line, cwd, tuple(variables.items()))

    def concern(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> str | None:
        """Why a person should look at `line`; None if it is safe."""
        verdict = self.judge(line, cwd, variables)
        if verdict.command_class is CommandClass.SAFE:
            return None
        return f"{verdict.command_class}: {'; '.join(verdict.reasons)}"

    def refusal(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> Deny | None:
        """Why `line` may not run in any mode; None if it may."""
        verdict = self.judge(line, cwd, variables)
        reasons = "; ".join(verdict.reasons)
        if verdict.blocked:
            return Deny(
                "blocklist",
                f"this command never runs here, whatever the mode: {reasons}. "
                "Do without it, or ask the user to run it.",
            )
        if self.allowed_only and verdict.command_class is CommandClass.DANGEROUS:
            return Deny(
                "allowed_only",
                f"only commands known to be harmless may run here: {reasons}. "
                "Use another tool, or a simpler command.",
            )
        return None


@lru_cache(maxsize=16)
def _judged(
    policy: CommandPolicy, line: str, cwd: str | None, variables: tuple[tuple[str, str], ...]
) -> CommandVerdict:
    """The verdict; the pipeline asks more than once about the same call."""
    from architect.policy.commands.judge import judge_command  # 25 ms that most starts do not need

    folder = policy.workspace
    if folder is not None and cwd:
        folder = folder / cwd
    return judge_command(
        line,
        workspace=policy.workspace,
        home=policy.home,
        extra_safe=policy.extra_safe,
        blocked_patterns=policy.blocked_patterns,
        folder=folder,
        variables=dict(variables),
    )
