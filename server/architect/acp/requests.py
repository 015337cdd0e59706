"""What a prompt asks of an agent."""

import os
from dataclasses import replace

from architect.acp.prompt_content import Prompt
from architect.acp.session import AcpSession
from architect.acp.slash_commands import COMPACT, DO, SlashCommand
from architect.agent.catalog import DEFAULT_AGENT
from architect.app.named_tasks import NAMED_TASKS, Asked, named_task
from architect.app.next_run import task_to_carry_out
from architect.app.review_request import (
    ReviewHints,
    ReviewTarget,
    project_instructions,
    review_request,
)
from architect.app.run_modes import EXPLAINER, REVIEWER
from architect.domain.run_request import RunRequest
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection
from architect.services.review_scope import ReviewWishes

_HINTS = ReviewHints(
    without_git="name files to review: /review PATH",
    nothing_changed="name files to review: /review PATH",
)


async def request_of(
    session: AcpSession,
    prompt: Prompt,
    command: SlashCommand | None,
    workspace: Workspace,
    *,
    last_agent: str,
    findings: FindingCollection,
) -> Asked:
    """What `prompt` asks for, which may be a `command`; `last_agent` worked before.

    `findings` are those of the folder that are open.

    Raises:
        UserError: there is nothing to review, or to fix.
    """
    agent = session.choices.agent_after(last_agent)
    if command is None:
        return Asked(_with_all(RunRequest(prompt.text, agent), prompt))
    if command.name == COMPACT:
        return Asked(RunRequest(command.argument, last_agent, only_compacts=True))
    if command.name == DO:
        if session.choices.plans:
            session.choices.mode = "edit"
        task = f"{task_to_carry_out()} {command.argument}".strip()
        return Asked(RunRequest(task, DEFAULT_AGENT))
    if command.name in NAMED_TASKS:
        name = NAMED_TASKS[command.name]
        texts = (each.source for each in prompt.attachments)
        brought = (*texts, *(each.name for each in prompt.images))
        asked = await named_task(name, command.argument, workspace, findings, attached=brought)
        agent = EXPLAINER if name == "explain" else session.choices.agent_after(DEFAULT_AGENT)
        return replace(asked, request=_with_all(replace(asked.request, agent=agent), prompt))
    if command.name == REVIEWER and (target := _target(command.argument, session)) is not None:
        wishes = ReviewWishes(instructions=project_instructions(session.root))
        config = session.config()
        return Asked(await review_request(target, workspace, config, wishes, hints=_HINTS))
    return Asked(_with_all(RunRequest(command.argument or prompt.text, command.name), prompt))


def _with_all(request: RunRequest, prompt: Prompt) -> RunRequest:
    """`request` with what goes with the prompt."""
    attachments = (*request.attachments, *prompt.attachments)
    return replace(request, attachments=attachments, images=prompt.images)


def continues(request: RunRequest) -> bool:
    """Whether the model continues the conversation, and does not review or sum up."""
    return not request.only_compacts and request.scope is None


def _target(words: str, session: AcpSession) -> ReviewTarget | None:
    """What `/review WORDS` looks at: files and folders, or else the uncommitted changes.

    None if the words name no files: then they say what to look at.
    """
    paths = [word.removeprefix("@").strip('"') for word in words.split()]
    if not all(os.path.lexists(session.root / path) for path in paths):
        return None
    return ReviewTarget(paths=tuple(paths))
