"""The tools of a run."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePath

from architect.adapters.sandbox.git_programs import programs_named
from architect.bootstrap.run.sandbox import withheld
from architect.config.commands import CommandSettings
from architect.config.workspace import WorkspaceSettings
from architect.domain.subagents import SubagentType
from architect.policy.shell.policy import CommandPolicy
from architect.ports.code_index import CodeIndex
from architect.ports.language_features import LanguageFeatures
from architect.ports.problem_reports import ProblemReports
from architect.ports.skill_library import SkillLibrary
from architect.ports.web import Web
from architect.tools.apply_patch import ApplyPatch
from architect.tools.ask_user import AskUser
from architect.tools.built_in import STANDARD
from architect.tools.code_map import CodeMap
from architect.tools.command_output import CommandOutput, StopCommand
from architect.tools.delete_file import DeleteFile
from architect.tools.dispatch_subagent import DispatchSubagent
from architect.tools.fetch_url import FetchUrl
from architect.tools.language import FindReferences, GoToDefinition, Hover
from architect.tools.language_edits import FormatDocument, RenameSymbol
from architect.tools.problems import Problems
from architect.tools.registry import AnyTool, ToolRegistry
from architect.tools.remember import Remember
from architect.tools.report_finding import ReportFinding
from architect.tools.run_command import RunCommand
from architect.tools.update_plan import UpdatePlan
from architect.tools.use_skill import UseSkill


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
        asks_always=commands.ask == "always",
        is_there=os.path.lexists,
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
    index: CodeIndex | None = None,
    remembers: bool = False,
    skills: SkillLibrary | None = None,
    subagents: Mapping[str, SubagentType] | None = None,
    web: Web | None = None,
    domains: Sequence[str] = (),
    problems: ProblemReports | None = None,
    language: LanguageFeatures | None = None,
) -> ToolRegistry:
    """All tools that the settings allow; what is not allowed is not there.

    Only an agent whose `allowed` tools name it gets report_finding: the others are to fix what
    they find. `root` is the workspace and `home` the user's home folder, which commands must not
    destroy; with `read_only` they cannot write in the workspace either. Without an `index` there is
    no code_map, without `skills` no use_skill, and the run `remembers` if it has a memory.
    `subagents` are the agents that the run may send out. Without a `web` there is no fetch_url,
    which asks nobody about the `domains`; without `problems` there is no tool of that name, without
    `language` none that asks a language server.
    """
    may_delete = workspace.allow_delete and (allowed is None or DeleteFile.name in allowed)
    registry = ToolRegistry(
        ApplyPatch(may_delete=may_delete) if tool is ApplyPatch else tool() for tool in STANDARD
    )
    if index is not None:
        registry.register(CodeMap(index))
    if workspace.allow_delete:
        registry.register(DeleteFile())
    if allowed is not None and ReportFinding.name in allowed:
        registry.register(ReportFinding())
    if allowed is None or AskUser.name in allowed:
        registry.register(AskUser())
    if allowed is None or UpdatePlan.name in allowed:
        registry.register(UpdatePlan())
    if skills is not None and skills.skills:
        registry.register(UseSkill(skills))
    if subagents:
        registry.register(DispatchSubagent(subagents))
    for tool in _of_editor(problems, language):
        registry.register(tool)
    if web is not None:
        registry.register(FetchUrl(web, domains))
    if remembers:
        registry.register(Remember())
    if commands.enabled and (allowed is None or RunCommand.name in allowed):
        registry.register(CommandOutput(), late=True)
        registry.register(StopCommand(), late=True)
    if commands.enabled:
        registry.register(
            RunCommand(
                default_timeout_s=commands.default_timeout,
                max_output_lines=commands.max_output_lines,
                policy=command_policy(commands, root=root, home=home, read_only=read_only),
            )
        )
    return registry


def _of_editor(
    problems: ProblemReports | None, language: LanguageFeatures | None
) -> Iterator[AnyTool]:
    """The tools that an editor answers."""
    if problems is not None:
        yield Problems(problems)
    if language is not None:
        reading = (FindReferences, GoToDefinition, Hover)
        yield from (tool(language) for tool in (*reading, FormatDocument, RenameSymbol))
