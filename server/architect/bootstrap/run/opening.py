"""The opening of a run: which parts it has, and where each comes from."""

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.process.programs import find_program
from architect.adapters.records.trusted_projects import TrustedProjects
from architect.agent.agent import Agent
from architect.agent.prompt_files import prompt
from architect.bootstrap.run.run_parts import RunParts
from architect.bootstrap.workspaces import version_control
from architect.config.commands import CommandSettings
from architect.config.layers import user_config_file
from architect.domain.context_part import ContextPart
from architect.domain.errors import UserError
from architect.domain.git_range import Since
from architect.domain.messages import Message
from architect.domain.paths import WorkspacePath
from architect.domain.run_request import RunRequest
from architect.domain.shell import RUN_COMMAND
from architect.domain.skills import USE_SKILL
from architect.policy.diff_without_secrets import diff_without_secrets
from architect.policy.file_rules import FileRules, sensitive_files
from architect.ports.code_index import CodeIndex
from architect.ports.skill_library import SkillLibrary
from architect.ports.tool_source import TextOffer
from architect.ports.workspace import Workspace
from architect.services.opening import environment
from architect.services.opening.memory import memory
from architect.services.opening.opening import Opening
from architect.services.opening.rules import USER_FILE, project_rules, users_rules
from architect.services.requests import opening_message, without_secrets
from architect.tools.registry import AnyTool

if TYPE_CHECKING:
    from architect.services.mentions.mentioned import Mentioned
    from architect.services.opening.chosen_prompt import ChosenPrompt


async def opening(
    parts: RunParts,
    request: RunRequest,
    agent: Agent,
    tools: Sequence[AnyTool],
    *,
    workspace: Workspace,
    hides: Callable[[WorkspacePath], bool],
    git: Awaitable[str],
    index: CodeIndex | None = None,
    skills: SkillLibrary | None = None,
    told: Sequence[Message] = (),
    texts: Sequence[TextOffer] = (),
) -> Opening:
    """What the run of `request` is told; nothing of files that `hides` says may hold secrets.

    `tools` are those that `agent` has, `git` says in a line how the repository is, and `told`
    is the conversation that the run continues. `texts` are those that the user may name.

    Raises:
        UserError: the task is a prompt that cannot be had.
    """
    runs_commands = any(tool.name == RUN_COMMAND for tool in tools)
    commands = _commands(parts.config.commands, read_only=request.proposes) if runs_commands else ""
    secrets = sensitive_files(parts.config.guardrails.sensitive_files)
    system = (
        ContextPart("prompt", f"agent {agent.name}", agent.system_prompt),
        ContextPart("terms", "edits: propose", prompt("proposals") if request.proposes else ""),
        environment.machine(parts.root, commands=commands),
        await _users_rules(parts, secrets),
        await project_rules(workspace, hides, is_trusted=_is_trusted(parts)),
        _skills(parts, tools, skills),
        await memory(parts.memory()),
    )
    request = without_secrets(request, secrets)
    asked = await in_the_users_words(
        parts, request, agent, workspace=workspace, hides=hides, index=index, texts=texts
    )
    message = (
        environment.present(parts.clock().now(), await git, told=told),
        await _map(parts, request, workspace, hides, index=None if told else index),
        *asked.parts,
    )
    return Opening(system, message, asked.left_out, asked.taints)


async def in_the_users_words(
    parts: RunParts,
    request: RunRequest,
    agent: Agent,
    *,
    workspace: Workspace,
    hides: Callable[[WorkspacePath], bool],
    index: CodeIndex | None,
    texts: Sequence[TextOffer],
) -> "Mentioned":
    """The task of `request` with its attachments, and what it names; see `opening`.

    Raises:
        UserError: the task is a prompt that cannot be had.
    """
    chosen = None if parts.parent() is not None else await _chosen(request.task, texts)
    task = opening_message(request if chosen is None else replace(request, task=chosen.task))
    named = await _mentioned(
        parts, request, agent, workspace=workspace, hides=hides, index=index, texts=texts
    )
    taints = named.taints if chosen is None else tuple(filter(None, (chosen.taint, *named.taints)))
    return replace(named, parts=(ContextPart("task", "you", task), *named.parts), taints=taints)


async def _chosen(task: str, texts: Sequence[TextOffer]) -> "ChosenPrompt | None":
    if not (texts and task.lstrip().startswith("/")):
        return None
    from architect.services.opening.chosen_prompt import chosen_prompt

    return await chosen_prompt(task, texts)


async def _mentioned(
    parts: RunParts,
    request: RunRequest,
    agent: Agent,
    *,
    workspace: Workspace,
    hides: Callable[[WorkspacePath], bool],
    index: CodeIndex | None,
    texts: Sequence[TextOffer],
) -> "Mentioned":
    """What the user names in the task; a task that a model has set names nothing."""
    from architect.services.mentions.mentioned import Mentioned, Sources, mentioned
    from architect.services.mentions.problems_text import problems_text

    if parts.parent() is not None:
        return Mentioned()
    secrets = sensitive_files(parts.config.guardrails.sensitive_files)

    async def diff() -> str:
        return diff_without_secrets(await version_control(workspace).diff(Since()), secrets)

    reports = parts.host.problems
    sources = Sources(
        workspace=workspace,
        hides=hides,
        diff=diff,
        problems=None if reports is None else partial(problems_text, reports),
        index=index,
        texts={each.source: each for each in texts},
    )
    # As many characters as tokens: about a quarter of what the model may be told.
    room = parts.window(parts.limits(request, agent)).tokens
    text = request.task if request.names_in is None else request.names_in
    return await mentioned(text, sources, room=room)


async def _users_rules(parts: RunParts, secrets: FileRules) -> ContextPart:
    folder = user_config_file(parts.credentials.environ).parent
    if not os.path.isfile(folder / USER_FILE):  # noqa: PTH113, ASYNC240 - one call
        return ContextPart("your rules", "", "")
    return await users_rules(
        DiskWorkspace(folder),
        lambda place: secrets.match([place.relative]) is not None,
        shown_as=str(folder / USER_FILE),
    )


def _skills(parts: RunParts, tools: Sequence[AnyTool], skills: SkillLibrary | None) -> ContextPart:
    if skills is None or not any(tool.name == USE_SKILL for tool in tools):
        return ContextPart("skills", "", "")
    from architect.services.opening.skills import skills_part

    return skills_part(skills.skills, is_trusted=_is_trusted(parts), broken=skills.left_out)


def _is_trusted(parts: RunParts) -> bool:
    """Whether the user has ever said so, as far as can be read."""
    try:
        return TrustedProjects(parts.credentials.environ).files(parts.root) is not None
    except UserError:
        return False


async def _map(
    parts: RunParts,
    request: RunRequest,
    workspace: Workspace,
    hides: Callable[[WorkspacePath], bool],
    *,
    index: CodeIndex | None,
) -> ContextPart:
    tokens = parts.config.indexer.map_tokens
    if index is None or not tokens:
        return ContextPart("map", "", "")
    from architect.services.opening.project_map import project_map

    return await project_map(
        index, request, workspace, hides, tokens=tokens, open_files=parts.host.open_files()
    )


def _commands(settings: CommandSettings, *, read_only: bool) -> str:
    if settings.sandbox == "off" or (settings.sandbox == "auto" and find_program("bwrap") is None):
        return environment.UNCONFINED
    return environment.confinement(network=settings.network, read_only=read_only)
