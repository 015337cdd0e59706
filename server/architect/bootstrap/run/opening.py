"""The opening of a run: which parts it has, and where each comes from."""

import os
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.process.programs import find_program
from architect.adapters.records.trusted_projects import TrustedProjects
from architect.agent.prompt_files import prompt
from architect.bootstrap.run.run_parts import RunParts
from architect.bootstrap.run.users_words import UsersWords
from architect.config.commands import CommandSettings
from architect.config.user_file import user_config_file
from architect.domain.context_part import ContextPart
from architect.domain.errors import UserError
from architect.domain.messages import Message
from architect.domain.paths import WorkspacePath
from architect.domain.run_request import RunRequest
from architect.domain.shell import RUN_COMMAND
from architect.domain.skills import USE_SKILL
from architect.l10n import english, language
from architect.policy.file_rules import FileRules
from architect.ports.code_index import CodeIndex
from architect.ports.skill_library import SkillLibrary
from architect.ports.workspace import Workspace
from architect.services.opening import environment
from architect.services.opening.memory import memory
from architect.services.opening.opening import Opening
from architect.services.opening.rules import USER_FILE, project_rules, users_rules
from architect.services.requests import without_secrets
from architect.tools.registry import AnyTool

if TYPE_CHECKING:
    pass


async def opening(
    words: UsersWords,
    request: RunRequest,
    tools: Sequence[AnyTool],
    *,
    git: Awaitable[str],
    skills: SkillLibrary | None = None,
    told: Sequence[Message] = (),
) -> Opening:
    """What the run of `request` is told, whose task is in these `words`.

    `tools` are those that the agent has, `git` says in a line how the repository is, and `told` is
    the conversation that the run continues.

    Raises:
        UserError: the task is a prompt that cannot be had.
    """
    parts, agent, workspace, hides = words.parts, words.agent, words.workspace, words.hides
    runs_commands = any(tool.name == RUN_COMMAND for tool in tools)
    commands = _commands(parts.config.commands, read_only=request.proposes) if runs_commands else ""
    system = (
        ContextPart(
            english("prompt"), english("agent {agent}", agent=agent.name), agent.system_prompt
        ),
        ContextPart(
            english("terms"),
            english("edits: propose"),
            prompt("proposals") if request.proposes else "",
        ),
        environment.machine(parts.root, commands=commands, language=language()),
        await _users_rules(parts, words.secrets),
        await project_rules(workspace, hides, is_trusted=_is_trusted(parts)),
        _skills(parts, tools, skills),
        await memory(parts.memory()),
    )
    request = without_secrets(request, words.secrets)
    asked = await words.asked(request)
    message = (
        environment.present(parts.clock().now(), await git, told=told),
        await _map(parts, request, workspace, hides, index=None if told else words.index),
        *asked.parts,
    )
    return Opening(system, message, asked.left_out, asked.taints, asked.attached)


async def _users_rules(parts: RunParts, secrets: FileRules) -> ContextPart:
    folder = user_config_file(parts.credentials.environ).parent
    if not os.path.isfile(folder / USER_FILE):  # noqa: PTH113, ASYNC240 - one call
        return ContextPart(english("your rules"), "", "")
    return await users_rules(
        DiskWorkspace(folder),
        lambda place: secrets.match([place.relative]) is not None,
        shown_as=str(folder / USER_FILE),
    )


def _skills(parts: RunParts, tools: Sequence[AnyTool], skills: SkillLibrary | None) -> ContextPart:
    if skills is None or not any(tool.name == USE_SKILL for tool in tools):
        return ContextPart(english("skills"), "", "")
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
        return ContextPart(english("map"), "", "")
    from architect.services.opening.project_map import project_map

    return await project_map(
        index, request, workspace, hides, tokens=tokens, open_files=parts.host.open_files()
    )


def _commands(settings: CommandSettings, *, read_only: bool) -> str:
    if settings.sandbox == "off" or (settings.sandbox == "auto" and find_program("bwrap") is None):
        return environment.UNCONFINED
    return environment.confinement(network=settings.network, read_only=read_only)
