"""The tools of a run."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path, PurePath

from architect.adapters.sandbox.git_programs import programs_named
from architect.bootstrap.run.sandbox import withheld
from architect.config.commands import CommandSettings
from architect.config.workspace import WorkspaceSettings
from architect.domain.subagents import SubagentType
from architect.frozen import frozen
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


@frozen(kw_only=True)
class ToolInputs:
    """What decides about the tools of a run, and what they work with.

    `allowed` are those of its agent, None if it may use all. `root` is the workspace and `home` the
    user's home folder, which commands must not destroy; with `read_only` they cannot write in the
    workspace either. `subagents` are the agents that the run may send out, and `domains` those
    about which fetch_url asks nobody. A tool is not there without what it works with; `remembers`
    says that there is a memory.
    """

    workspace: WorkspaceSettings
    commands: CommandSettings
    allowed: Collection[str] | None = None
    root: PurePath | None = None
    home: str | None = None
    read_only: bool = False
    index: CodeIndex | None = None
    remembers: bool = False
    skills: SkillLibrary | None = None
    subagents: Mapping[str, SubagentType] = field(default_factory=dict[str, SubagentType])
    web: Web | None = None
    domains: Sequence[str] = ()
    problems: ProblemReports | None = None
    language: LanguageFeatures | None = None

    def allows(self, name: str) -> bool:
        return self.allowed is None or name in self.allowed


def local_tools(inputs: ToolInputs) -> ToolRegistry:
    """All tools that the settings allow; what is not allowed is not there."""
    commands = inputs.commands
    tools = (*_standard(inputs), *_of_agent(inputs), *_of_editor(inputs), *_of_services(inputs))
    registry = ToolRegistry(tools)
    if commands.enabled and inputs.allows(RunCommand.name):
        registry.register(CommandOutput(), late=True)
        registry.register(StopCommand(), late=True)
    if commands.enabled:
        policy = command_policy(
            commands, root=inputs.root, home=inputs.home, read_only=inputs.read_only
        )
        registry.register(
            RunCommand(commands.default_timeout, commands.max_output_lines, policy=policy)
        )
    return registry


def _standard(inputs: ToolInputs) -> Iterator[AnyTool]:
    """What reads and writes files."""
    may_delete = inputs.workspace.allow_delete
    for tool in STANDARD:
        if tool is ApplyPatch:
            yield ApplyPatch(may_delete=may_delete and inputs.allows(DeleteFile.name))
        else:
            yield tool()
    if inputs.index is not None:
        yield CodeMap(inputs.index)
    if may_delete:
        yield DeleteFile()


def _of_agent(inputs: ToolInputs) -> Iterator[AnyTool]:
    """What an agent says, knows and sends out.

    Only one whose tools name it gets report_finding: the others are to fix what they find.
    """
    if inputs.allowed is not None and inputs.allows(ReportFinding.name):
        yield ReportFinding()
    if inputs.allows(AskUser.name):
        yield AskUser()
    if inputs.allows(UpdatePlan.name):
        yield UpdatePlan()
    if inputs.skills is not None and inputs.skills.skills:
        yield UseSkill(inputs.skills)
    if inputs.subagents:
        yield DispatchSubagent(inputs.subagents)


def _of_editor(inputs: ToolInputs) -> Iterator[AnyTool]:
    """What an editor, or a language server, answers."""
    if inputs.problems is not None:
        yield Problems(inputs.problems)
    if (language := inputs.language) is not None:
        reading = (FindReferences, GoToDefinition, Hover)
        yield from (tool(language) for tool in (*reading, FormatDocument, RenameSymbol))


def _of_services(inputs: ToolInputs) -> Iterator[AnyTool]:
    if inputs.web is not None:
        yield FetchUrl(inputs.web, inputs.domains)
    if inputs.remembers:
        yield Remember()
