"""Commands for tasks that have a name: explaining, fixing, writing tests."""

from dataclasses import replace
from functools import partial

from architect.agent.catalog import DEFAULT_AGENT
from architect.app.named_tasks import named_task
from architect.app.run_modes import EXPLAINER
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.sending import start
from architect.l10n import english
from architect.services.tasks import NamedTask


async def carry_out(chat: ChatParts, words: str, *, name: NamedTask) -> None:
    """Start it; what changes something is done by the usual agent, or the one that is chosen."""
    conversation = chat.conversation
    conversation.require_idle()
    asked = await named_task(
        name,
        words,
        conversation.place.workspace,
        await conversation.findings(),
        is_attached=bool(chat.attached.lines),
    )
    agent = EXPLAINER if name == "explain" else chat.choices.agent_after(DEFAULT_AGENT)
    await start(chat, replace(asked.request, agent=agent), fixes=asked.fixes)


COMMANDS = (
    SlashCommand(
        name="explain",
        argument="FILE[:10-20]",
        summary=english("have code explained: a file, lines of it, or what you say"),
        run=partial(carry_out, name="explain"),
        waits=True,
        starts_run=True,
    ),
    SlashCommand(
        name="fix",
        argument="[FILE]",
        summary=english("have a file fixed, or without one what reviews found"),
        run=partial(carry_out, name="fix"),
        waits=True,
        starts_run=True,
    ),
    SlashCommand(
        name="tests",
        argument="FILE[:10-20]",
        summary=english("have tests written for a file, lines of it, or what you say"),
        run=partial(carry_out, name="tests"),
        waits=True,
        starts_run=True,
    ),
)
