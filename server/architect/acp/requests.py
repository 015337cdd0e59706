"""What a prompt asks of an agent."""

import os

from architect.acp.prompt_content import Prompt
from architect.acp.session import AcpSession
from architect.acp.slash_commands import COMPACT, DO, SlashCommand
from architect.agent.catalog import DEFAULT_AGENT
from architect.app.next_run import task_to_carry_out
from architect.app.review_request import (
    ReviewHints,
    ReviewTarget,
    project_instructions,
    review_request,
)
from architect.app.run_modes import REVIEWER
from architect.domain.run_request import RunRequest
from architect.ports.workspace import Workspace
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
) -> RunRequest:
    """The request of `prompt`, which may be a `command`; `last_agent` worked before.

    Raises:
        UserError: there is nothing to review.
    """
    agent = session.choices.agent_after(last_agent)
    if command is None:
        return RunRequest(prompt.text, agent, attachments=prompt.attachments, images=prompt.images)
    if command.name == COMPACT:
        return RunRequest(command.argument, last_agent, only_compacts=True)
    if command.name == DO:
        if session.choices.plans:
            session.choices.mode = "edit"
        return RunRequest(f"{task_to_carry_out()} {command.argument}".strip(), DEFAULT_AGENT)
    if command.name == REVIEWER and (target := _target(command.argument, session)) is not None:
        wishes = ReviewWishes(instructions=project_instructions(session.root))
        return await review_request(target, workspace, session.config(), wishes, hints=_HINTS)
    return RunRequest(
        command.argument or prompt.text,
        command.name,
        attachments=prompt.attachments,
        images=prompt.images,
    )


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
