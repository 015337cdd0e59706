"""The verdicts of one run: what the user configured, and where commands run."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from architect.domain.shell import Need
from architect.domain.verdict import Deny
from architect.frozen import frozen
from architect.l10n import english, joined
from architect.policy.shell.files.named_file import NamedFile, NamedFiles
from architect.policy.shell.verdict import AskedWhenHeld, CommandClass, CommandVerdict

if TYPE_CHECKING:
    from architect.policy.shell.needs import Wishes
    from architect.policy.shell.place import Place


_EGRESS = {
    (True, False): english("the command may access the network"),
    (False, True): english("the command may write outside the workspace"),
    (True, True): english("the command may access the network and may write outside the workspace"),
}
_EGRESS_IN_SANDBOX = {
    (True, False): english("the command wants to access the network"),
    (False, True): english("the command writes outside the workspace"),
    (True, True): english(
        "the command wants to access the network and writes outside the workspace"
    ),
}
"""By whether it leaves over the network, and to files outside."""


def _nothing(_: str) -> bool:
    """A workspace of which nobody tells what is in it."""
    return False


@frozen
class CommandPolicy:
    """`extra_safe` are starts of commands that count as safe; None is a folder nobody told us.

    `withheld` is what the sandbox of commands lacks unless the user grants it, `git_programs` the
    settings of the repository that name programs. `asks_always` says that a command is asked about
    as if there were no sandbox; `is_there`, whether there is something at an absolute path.
    """

    workspace: PurePath | None = None
    home: PurePath | None = None
    extra_safe: tuple[str, ...] = ()
    blocked_patterns: tuple[str, ...] = ()
    allowed_only: bool = False
    withheld: frozenset[Need] = frozenset()
    git_programs: tuple[str, ...] = ()
    asks_always: bool = False
    is_there: Callable[[str], bool] = _nothing

    def judge(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> CommandVerdict:
        """The verdict about `line`, started in `cwd` of the workspace with `variables` added."""
        return _judged(self, line, cwd, tuple(variables.items()))

    def ask_reason(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> str | None:
        """Why a person should look at `line`; None if it is safe."""
        verdict = self.judge(line, cwd, variables)
        if verdict.command_class is CommandClass.SAFE:
            return None
        return joined("; ", verdict.reasons) or english("nobody knows what it changes")

    def asked_when_held(
        self, line: str, cwd: str | None, variables: Mapping[str, str]
    ) -> AskedWhenHeld:
        """Why a person should look at `line` although the sandbox holds it.

        A sandbox with the network holds nothing: what it runs may send away what it reads.
        """
        reason = self.ask_reason(line, cwd, variables)
        if reason is None or self.asks_always or Need.NETWORK not in self.withheld:
            return AskedWhenHeld(reason)
        from architect.policy.shell.in_sandbox import asked_when_held  # as below

        place, files = _place(self, cwd, variables), self.files(line, cwd, variables)
        asked = asked_when_held(line, place, files, self.is_there)
        return AskedWhenHeld(asked.ask_reason) if variables else asked

    def is_read_only(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> bool:
        """Whether `line` is safe, so that nobody is asked about it."""
        return self.judge(line, cwd, variables).command_class is CommandClass.SAFE

    def deny_reason(
        self,
        line: str,
        cwd: str | None,
        variables: Mapping[str, str],
        *,
        in_sandbox: bool = False,
    ) -> Deny | None:
        """Why `line` may not run in any mode; None if it may.

        What would hit nothing but the sandbox is not refused `in_sandbox`.
        """
        verdict = self.judge(line, cwd, variables)
        if verdict.blocked and in_sandbox:
            verdict = _judged(self, line, cwd, tuple(variables.items()), in_sandbox=True)
        reasons = joined("; ", verdict.reasons)
        if verdict.blocked:
            return Deny(
                "blocklist",
                english("this command is blocked in every mode: {reasons}", reasons=reasons),
                "Continue without it, or ask the user to run it.",
            )
        if not _named(self, line, cwd, tuple(variables.items())).is_complete:
            return Deny(
                "blocklist",
                english(
                    "this command is blocked in every mode: it is too large or too intricate to "
                    "see which files it uses"
                ),
                "Split it into simpler commands.",
            )
        if self.allowed_only and verdict.command_class is CommandClass.DANGEROUS:
            return Deny(
                "allowed_only",
                english("only commands known to be safe can run here: {reasons}", reasons=reasons),
                "Use another tool, or a simpler command.",
            )
        return None

    def needs(self, line: str, cwd: str | None = None) -> frozenset[Need]:
        """What `line` is known to want that is withheld."""
        return self._wants(line, cwd) & self.withheld if self.withheld else frozenset()

    def egress(self, line: str, cwd: str | None, variables: Mapping[str, str]) -> str | None:
        """How `line` may leave the workspace, in words; None if it is known not to."""
        verdict = self.judge(line, cwd, variables)
        return _EGRESS.get((verdict.network, verdict.outside))

    def egress_in_sandbox(
        self, line: str, cwd: str | None, variables: Mapping[str, str]
    ) -> str | None:
        """How `line` may leave the sandbox, where nobody has given it the network."""
        from architect.policy.shell.in_sandbox import written_elsewhere  # as below

        files = self.files(line, cwd, variables)
        elsewhere = written_elsewhere(files, _place(self, cwd, variables))
        return _EGRESS_IN_SANDBOX.get((self.wants_network(line, cwd), bool(elsewhere)))

    def wants_network(self, line: str, cwd: str | None = None) -> bool:
        """Whether `line` is known to be for nothing without the network."""
        return Need.NETWORK in self._wants(line, cwd)

    def _wants(self, line: str, cwd: str | None) -> frozenset[Need]:
        wishes = _wishes(line)
        if all(self._has_tool(tool, cwd, wishes.folders) for tool in wishes.tools):
            return wishes.needs
        return wishes.needs | {Need.NETWORK}

    def _has_tool(self, tool: str, cwd: str | None, folders: Sequence[str]) -> bool:
        """Whether the project has `tool` installed, for somewhere that a line goes to."""
        if (start := _folder(self, cwd)) is None:
            return False
        places = [start / "", *(start / folder for folder in folders)]
        above = [up for place in places for up in (place, *place.parents)]
        return any(
            self.is_there(str(up / "node_modules" / name))
            for up in above
            if self.workspace is not None and up.is_relative_to(self.workspace)
            for name in (f".bin/{tool}", *((tool,) if "/" in tool else ()))
        )

    def files(
        self, line: str, cwd: str | None, variables: Mapping[str, str]
    ) -> tuple[NamedFile, ...]:
        """What may be files in `line`."""
        return _named(self, line, cwd, tuple(variables.items())).files


@lru_cache(maxsize=16)
def _wishes(line: str) -> "Wishes":
    from architect.policy.shell.needs import wishes_of  # as below

    return wishes_of(line)


@lru_cache(maxsize=16)
def _named(
    policy: CommandPolicy, line: str, cwd: str | None, variables: tuple[tuple[str, str], ...]
) -> NamedFiles:
    from architect.policy.shell.files.named_files import files_named  # as below

    return files_named(line, _place(policy, cwd, dict(variables)))


def _place(policy: CommandPolicy, cwd: str | None, variables: Mapping[str, str]) -> "Place":
    from architect.policy.shell.place import Place  # as below

    return Place.of(policy.workspace, policy.home, _folder(policy, cwd), variables)


@lru_cache(maxsize=16)
def _judged(
    policy: CommandPolicy,
    line: str,
    cwd: str | None,
    variables: tuple[tuple[str, str], ...],
    *,
    in_sandbox: bool = False,
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
        in_sandbox=in_sandbox,
    )


def _folder(policy: CommandPolicy, cwd: str | None) -> PurePath | None:
    """Where the line starts, None if nobody told us where the workspace is."""
    if policy.workspace is None or not cwd:
        return policy.workspace
    return policy.workspace / cwd
