"""The tools of a run."""

from collections.abc import Collection, Sequence
from contextlib import AsyncExitStack
from pathlib import Path, PurePath
from typing import Any

from architect.adapters.git_programs import programs_named
from architect.bootstrap.run.sandbox import withheld
from architect.config.commands import CommandSettings
from architect.config.workspace import WorkspaceSettings
from architect.domain.effect import Effect
from architect.domain.errors import UserError
from architect.domain.nesting import is_too_deep
from architect.policy.shell.policy import CommandPolicy
from architect.ports.tool_source import ToolOffer, ToolSource
from architect.tools.built_in import STANDARD
from architect.tools.delete_file import DeleteFile
from architect.tools.registry import AnyTool, ToolRegistry
from architect.tools.report_finding import ReportFinding
from architect.tools.run_command import RunCommand


def command_policy(
    commands: CommandSettings,
    *,
    root: PurePath | None,
    home: str | None,
    read_only: bool = False,
) -> CommandPolicy:
    """What the settings say about commands that run in the workspace `root`."""
    return CommandPolicy(
        workspace=root,
        home=PurePath(home) if home else None,
        extra_safe=commands.safe_commands,
        blocked_patterns=commands.blocked_patterns,
        allowed_only=commands.allowed_only,
        withheld=withheld(commands, read_only=read_only),
        git_programs=_git_programs(root, home),
    )


def _git_programs(root: PurePath | None, home: str | None) -> tuple[str, ...]:
    if root is None:
        return ()
    return programs_named(Path(root), Path(home) if home else None)


def local_tools(
    workspace: WorkspaceSettings,
    commands: CommandSettings,
    *,
    root: PurePath | None = None,
    home: str | None = None,
    allowed: Collection[str] | None = None,
    read_only: bool = False,
) -> ToolRegistry:
    """All tools that the settings allow; what is not allowed is not there.

    Only an agent whose `allowed` tools name it gets report_finding: the others are to fix what
    they find. `root` is the workspace and `home` the user's home folder, which commands must not
    destroy; with `read_only` they cannot write in the workspace either.
    """
    registry = ToolRegistry(tool() for tool in STANDARD)
    if workspace.allow_delete:
        registry.register(DeleteFile())
    if allowed is not None and ReportFinding.name in allowed:
        registry.register(ReportFinding())
    if commands.enabled:
        registry.register(
            RunCommand(
                default_timeout_s=commands.default_timeout,
                max_output_lines=commands.max_output_lines,
                policy=command_policy(commands, root=root, home=home, read_only=read_only),
            )
        )
    return registry


async def offered_tools(
    sources: Sequence[ToolSource], resources: AsyncExitStack
) -> tuple[AnyTool, ...]:
    """The tools of all `sources`, which `resources` close again.

    Raises:
        UserError: the run cannot go without one of them, no model could call what it offers, or
            two tools would have one name.
    """
    offers = [offer for source in sources for offer in await source.open(resources)]
    tools = tuple(map(_tool_of, offers))
    _refuse_doubles(offers, tools)
    return tools


def _refuse_doubles(offers: Sequence[ToolOffer], tools: Sequence[AnyTool]) -> None:
    first: dict[str, ToolOffer] = {}
    for offer, tool in zip(offers, tools, strict=True):
        other = first.setdefault(tool.name, offer)
        if other is not offer:
            raise UserError(
                f"{other.source!r} offers a tool {other.name!r} and {offer.source!r} a tool "
                f"{offer.name!r}, but to a model both would be {tool.name!r}: leave one out"
            )


def _tool_of(offer: ToolOffer) -> AnyTool:
    from architect.domain.tool_names import is_run_time_name, run_time_name
    from architect.tools.dynamic_tool import DynamicTool

    name = run_time_name(offer.source, offer.name)
    if not is_run_time_name(name):
        raise UserError(
            f"{offer.source!r} offers a tool {offer.name!r}, but a model can call only names of up "
            f"to 64 letters, digits, '-' and '_', and this one would be {name!r}"
        )
    if fault := _fault_of(offer.schema):
        raise UserError(
            f"{offer.source!r} offers a tool {offer.name!r} whose schema no model could use: "
            f"{fault}"
        )
    return DynamicTool(
        name,
        offer.description,
        offer.schema,
        lambda arguments, _: offer.call(arguments),
        effect=Effect.READ if offer.reads_only else Effect.COMMAND,
    )


def _fault_of(schema: Any) -> str:
    from architect.tools.schema_check import schema_fault

    return "it is nested too deeply" if is_too_deep(schema) else schema_fault(schema)
