"""The verdicts of one run: what the user configured, and where commands run."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePath

from architect.domain.shell import Need
from architect.domain.verdict import Deny
from architect.frozen import frozen
from architect.policy.shell.files.named_file import NamedFile, NamedFiles
from architect.policy.shell.verdict import CommandClass, CommandVerdict


@frozen
class CommandPolicy:
    """`extra_safe` are starts of commands that count as safe; None is a folder nobody told us.

    `withheld` is what the sandbox of commands lacks unless the user grants it, `git_programs` the
    settings of the repository that name programs.
    """

    workspace: PurePath | None = None
    home: PurePath | None = None
    extra_safe: tuple[str, ...] = ()
    blocked_patterns: tuple[str, ...] = ()
    allowed_only: bool = False
    withheld: frozenset[Need] = frozenset()
    git_programs: tuple[str, ...] = ()

    def judge(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> CommandVerdict:
        """The verdict about `line`, started in `cwd` of the workspace with `variables` added."""
        return _judged(self, line, cwd, tuple(variables.items()))

    def ask_reason(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> str | None:
        """Why a person should look at `line`; None if it is safe."""
        verdict = self.judge(line, cwd, variables)
        if verdict.command_class is CommandClass.SAFE:
            return None
        return f"{verdict.command_class}: {'; '.join(verdict.reasons)}"

    def is_read_only(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> bool:
        """Whether `line` is safe, so that nobody is asked about it."""
        return self.judge(line, cwd, variables).command_class is CommandClass.SAFE

    def deny_reason(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> Deny | None:
        """Why `line` may not run in any mode; None if it may."""
        verdict = self.judge(line, cwd, variables)
        reasons = "; ".join(verdict.reasons)
        if verdict.blocked:
            return Deny(
                "blocklist",
                f"this command is blocked in every mode: {reasons}",
                "Continue without it, or ask the user to run it.",
            )
        if not _named(self, line, cwd, tuple(variables.items())).is_complete:
            return Deny(
                "blocklist",
                "this command is blocked in every mode: it is too large or too intricate to see "
                "which files it uses",
                "Split it into simpler commands.",
            )
        if self.allowed_only and verdict.command_class is CommandClass.DANGEROUS:
            return Deny(
                "allowed_only",
                f"only commands known to be safe can run here: {reasons}",
                "Use another tool, or a simpler command.",
            )
        return None

    def needs(self, line: str) -> frozenset[Need]:
        """What `line` is known to want that is withheld."""
        return _needed(line) & self.withheld if self.withheld else frozenset()

    def egress(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> str | None:
        """How `line` may leave the workspace, in words; None if it is known not to."""
        verdict = self.judge(line, cwd, variables)
        ways = ("may access the network",) if verdict.network else ()
        ways += ("may write outside the workspace",) if verdict.outside else ()
        return f"the command {' and '.join(ways)}" if ways else None

    def files(
        self, line: str, cwd: str | None, variables: Mapping[str, str]
    ) -> tuple[NamedFile, ...]:
        """What may be files in `line`."""
        return _named(self, line, cwd, tuple(variables.items())).files


@lru_cache(maxsize=16)
def _needed(line: str) -> frozenset[Need]:
    from architect.policy.shell.needs import needs_of  # as below

    return needs_of(line)


@lru_cache(maxsize=16)
def _named(
    policy: CommandPolicy, line: str, cwd: str | None, variables: tuple[tuple[str, str], ...]
) -> NamedFiles:
    from architect.policy.shell.files.named_files import files_named  # as below
    from architect.policy.shell.place import Place

    folder = _folder(policy, cwd)
    return files_named(line, Place.of(policy.workspace, policy.home, folder, dict(variables)))


@lru_cache(maxsize=16)
def _judged(
    policy: CommandPolicy, line: str, cwd: str | None, variables: tuple[tuple[str, str], ...]
) -> CommandVerdict:
    """The verdict; the pipeline asks more than once about the same call."""
    from architect.policy.shell.judge import judge_command  # 25 ms that most starts do not need

    return judge_command(
        line,
        workspace=policy.workspace,
        home=policy.home,
        extra_safe=policy.extra_safe,
        blocked_patterns=policy.blocked_patterns,
        git_programs=policy.git_programs,
        folder=_folder(policy, cwd),
        variables=dict(variables),
    )


def _folder(policy: CommandPolicy, cwd: str | None) -> PurePath | None:
    """Where the line starts, None if nobody told us where the workspace is."""
    if policy.workspace is None or not cwd:
        return policy.workspace
    return policy.workspace / cwd
