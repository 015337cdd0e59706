"""Running a command line."""

import shlex
from dataclasses import replace
from typing import Annotated

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator, Field
from architect.domain.background import BackgroundOutput
from architect.domain.effect import Effect
from architect.domain.errors import CommandNeedsError, ShellFault, ToolFault
from architect.domain.paths import Access, WorkspacePath
from architect.domain.shell import (
    LONGEST_TIMEOUT_S,
    RUN_COMMAND,
    CommandOutcome,
    Need,
    ShellCommand,
)
from architect.domain.tool_result import ToolResult, failed, succeeded
from architect.domain.verdict import Preview
from architect.l10n import english
from architect.policy.shell.policy import CommandPolicy
from architect.policy.shell.unreached import got_nothing
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.command_needs import ONLY_ALLOWED, advice, own_loopback, with_needs
from architect.tools.command_output import shown
from architect.tools.command_result import result_of
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits, SandboxTerms

_SUMMARY_CHARACTERS = 80

_A_DAY_S = 86_400
"""Of a command in the background that is given no time; its run ends before that, and ends it."""

_GOES_ON = "[command_output shows what it prints from now on, and stop_command ends it]"


def _runnable(command: str) -> str:
    if not command.strip():
        raise Refused("empty", "the command is empty")
    if "\0" in command:
        raise Refused("nul", r"a command cannot contain NUL; use printf '\0' to produce it")
    return command


def _settable(env: dict[str, str]) -> dict[str, str]:
    for name, value in env.items():
        if not name or "=" in name or "\0" in name + value:
            raise Refused(
                "not_settable", f"{name!r} cannot be set: names have no '=', and nothing has NUL"
            )
    return env


class RunCommandArgs(ToolArgs):
    """`timeout` is in seconds."""

    command: Annotated[str, AfterValidator(_runnable)]
    cwd: str | None = None
    timeout: Annotated[int | None, Field(ge=1, le=LONGEST_TIMEOUT_S)] = None
    env: Annotated[dict[str, str], AfterValidator(_settable)] | None = None
    background: bool = False


class RunCommand(BaseTool[RunCommandArgs]):
    """Runs command lines in the workspace, those that `policy` does not refuse."""

    name = RUN_COMMAND
    description = (
        "Run a bash command line (no stdin, no terminal). timeout in seconds; background for"
        " servers."
    )
    args_model = RunCommandArgs
    effect = Effect.COMMAND

    def __init__(
        self, default_timeout_s: int, max_output_lines: int, *, policy: CommandPolicy
    ) -> None:
        self._default_timeout_s = default_timeout_s
        self._max_output_lines = max_output_lines
        self._policy = policy
        self._lacked: dict[str, frozenset[Need]] = {}
        """What calls, by their grants, seem to have failed for want of."""

    async def run(self, args: RunCommandArgs, context: ToolContext) -> ToolResult:
        folder = await _folder(args, context)
        command = self._command(args, folder, context)
        try:
            outcome = await _outcome(command, context)
        except CommandNeedsError as fault:
            self._lacked[_grant(args)] = fault.needs
            context.nothing_came_in()
            return failed(str(fault), advice(fault.needs))
        if isinstance(outcome, BackgroundOutput):
            return succeeded(f"{shown(outcome)}\n{_GOES_ON}")
        context.confined(outcome.confinement)
        if got_nothing(args.command, outcome):
            context.nothing_came_in()
        result = result_of(outcome, int(command.timeout_s))
        lacking = (self._policy.withheld | context.withheld) - context.granted
        held = outcome.confinement.sandboxed and outcome.exit_code != 0
        if not held:
            return result
        return self._with_advice(args, result, lacking, outcome, asks=context.asks_for_network)

    async def preview(self, args: RunCommandArgs, context: ToolContext) -> Preview:
        folder = await _folder(args, context)
        command = self._command(args, folder, context)
        wanted = self._policy.needs(args.command, args.cwd) | self._lacked_by(args)
        try:
            await context.shell.expect_to_start(replace(command, granted=wanted))
        except CommandNeedsError as fault:
            self._lacked[_grant(args)] = self._lacked_by(args) | fault.needs
            raise ShellFault(f"{fault}\n{advice(fault.needs)}") from fault
        text = f"{_full_line(args)}{'  # in the background' if args.background else ''}"
        return Preview(kind="command", text=text, cwd=folder.relative)

    def _command(
        self, args: RunCommandArgs, folder: WorkspacePath, context: ToolContext
    ) -> ShellCommand:
        place = args.command, args.cwd, args.env or {}
        read_only = self._policy.is_read_only(*place)
        return ShellCommand(
            line=args.command,
            cwd=folder.real,
            timeout_s=args.timeout or (_A_DAY_S if args.background else self._default_timeout_s),
            max_output_lines=self._max_output_lines,
            env=args.env or {},
            read_only=read_only,
            granted=context.granted,
            withheld=context.withheld,
            only_confined=context.only_confined,
            call_id=context.call_id,
            losses=None if read_only else self._policy.asked_when_held(*place).losses,
            background=args.background,
        )

    def _lacked_by(self, args: RunCommandArgs) -> frozenset[Need]:
        return self._lacked.get(_grant(args), frozenset())

    def traits(self, args: RunCommandArgs) -> CallTraits:
        place = args.command, args.cwd, args.env or {}
        summary, verdict = _summary(args.command), self._policy.judge(*place)
        if args.background:
            summary += " (in the background)"
        lacked = self._lacked_by(args)
        needs = self._policy.needs(args.command, args.cwd) | lacked
        held = self._policy.asked_when_held(*place)
        needs_network = english("the command needs {need}", need=Need.NETWORK)
        wants_network = needs_network if Need.NETWORK in lacked else None
        return CallTraits(
            summary=summary,
            grant=_grant(args),
            ask_reason=with_needs(self._policy.ask_reason(*place), needs),
            asks_in_every_mode=not lacked.isdisjoint(ONLY_ALLOWED),
            deny_reason=self._policy.deny_reason(*place),
            command_line=args.command,
            named_files=self._policy.files(*place),
            runs_in_shell=True,
            egress=self._policy.egress(*place) or wants_network,
            uses_network=verdict.network or wants_network is not None,
            taint_source=f"{self.name} {summary}" if verdict.fetches else None,
            needs=needs,
            in_sandbox=SandboxTerms(
                ask_reason=with_needs(held.ask_reason, needs),
                ask_reason_besides=with_needs(held.besides, needs),
                losses=held.losses,
                deny_reason=self._policy.deny_reason(*place, in_sandbox=True),
                egress=self._policy.egress_in_sandbox(*place) or wants_network,
                uses_network=self._policy.wants_network(args.command, args.cwd)
                or wants_network is not None,
            ),
        )

    def _with_advice(
        self,
        args: RunCommandArgs,
        result: ToolResult,
        lacking: frozenset[Need],
        outcome: CommandOutcome,
        *,
        asks: bool,
    ) -> ToolResult:
        """The failed `result`, with what to do if it failed for want of what was `lacking`.

        `asks` says that somebody would be asked for the network if the call was repeated.
        """
        from architect.policy.shell.needs import lacks  # 15 ms that most starts do not need

        found_nobody = frozenset({Need.NETWORK} if outcome.servers_outside else ())
        missing = (lacks(result.output) | found_nobody) & lacking
        if not missing:
            return result
        self._lacked[_grant(args)] = missing
        configurable = Need.NETWORK in missing & self._policy.withheld
        told = advice(missing, configurable=configurable, asks=asks)
        if Need.NETWORK in missing:
            told = own_loopback(outcome.servers_outside) + told
        return replace(result, output=f"{result.output}\n{told}")


async def _outcome(
    command: ShellCommand, context: ToolContext
) -> CommandOutcome | BackgroundOutput:
    """How the command ended; of one in the background, how it began."""
    if not command.background:
        return await context.shell.run(command, context.on_output)
    if context.background is None:
        raise ToolFault("nothing can go on in the background here: leave `background` out")
    return await context.background.start(command, context.shell)


async def _folder(args: RunCommandArgs, context: ToolContext) -> WorkspacePath:
    """Where the command runs.

    Raises:
        PathRefusedError, WorkspaceFault: not there, or not in a folder.
    """
    folder = context.workspace.locate(args.cwd or ".", Access.READ)
    if args.cwd:
        await context.workspace.list(folder, recursive=False, limit=1)
    return folder


def _summary(command: str) -> str:
    first, *others = command.strip().split("\n", 1)
    if len(first) > _SUMMARY_CHARACTERS:
        return first[: _SUMMARY_CHARACTERS - 3] + "..."
    return f"{first} ..." if others else first


def _grant(args: RunCommandArgs) -> str:
    """The exact line; the folder and variables belong to it, since they decide what it does."""
    line = _full_line(args)
    return line if args.cwd is None else f"{line} (in {args.cwd})"


def _full_line(args: RunCommandArgs) -> str:
    """The command behind its variables, as one would type it."""
    variables = [f"{name}={shlex.quote(value)}" for name, value in (args.env or {}).items()]
    return " ".join([*variables, args.command])
