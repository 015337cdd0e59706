"""What a prompt asks of an agent."""

from architect.acp.prompt_content import Prompt
from architect.acp.session import AcpSession
from architect.acp.slash_commands import COMPACT, DO, SlashCommand
from architect.agent.catalog import DEFAULT_AGENT
from architect.app.next_run import task_to_carry_out
from architect.domain.run_request import RunRequest


def request_of(
    session: AcpSession, prompt: Prompt, command: SlashCommand | None, *, last_agent: str
) -> RunRequest:
    """The request of `prompt`, which may be a `command`; `last_agent` worked before."""
    agent = session.choices.agent_after(last_agent)
    if command is None:
        return RunRequest(prompt.text, agent, attachments=prompt.attachments, images=prompt.images)
    if command.name == COMPACT:
        return RunRequest(command.argument, last_agent, only_compacts=True)
    if command.name == DO:
        if session.choices.plans:
            session.choices.mode = "edit"
        return RunRequest(f"{task_to_carry_out()} {command.argument}".strip(), DEFAULT_AGENT)
    return RunRequest(
        command.argument or prompt.text,
        command.name,
        attachments=prompt.attachments,
        images=prompt.images,
    )
