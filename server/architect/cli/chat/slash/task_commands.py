"""Commands for tasks that have a name: explaining, fixing, writing tests."""

from dataclasses import replace
from functools import partial

from architect.agent.catalog import DEFAULT_AGENT
from architect.app.named_tasks import TASK_SUMMARIES, named_task
from architect.app.run_modes import EXPLAINER
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.sending import start
from architect.l10n import english
from architect.services.task_names import run_name
from architect.services.tasks import NamedTask, fix_output


async def carry_out(chat: ChatParts, words: str, *, name: NamedTask) -> None:
    """Start it; what changes something is done by the usual agent, or the one that is chosen."""
    conversation = chat.conversation
    conversation.require_idle()
    if name == "fix" and not words and chat.ran is not None and chat.ran.has_failed:
        chat.attached = chat.attached.with_output(chat.ran.attachment)
        request = replace(fix_output(), title=run_name("fix", chat.ran.name))
        await start(chat, replace(request, agent=chat.choices.agent_after(DEFAULT_AGENT)))
        return
    asked = await named_task(
        name,
        words,
        conversation.place.workspace,
        await conversation.findings(),
        attached=chat.attached.names,
    )
    agent = EXPLAINER if name == "explain" else chat.choices.agent_after(DEFAULT_AGENT)
    await start(chat, replace(asked.request, agent=agent), fixes=asked.fixes)


COMMANDS = (
    SlashCommand(
        name="explain",
        argument="FILE[:10-20]",
        summary=TASK_SUMMARIES["explain"],
        run=partial(carry_out, name="explain"),
        waits=True,
        starts_run=True,
    ),
    SlashCommand(
        name="fix",
        argument="[FILE]",
        summary=english("have a file fixed; without one a !command that failed, or findings"),
        run=partial(carry_out, name="fix"),
        waits=True,
        starts_run=True,
    ),
    SlashCommand(
        name="tests",
        argument="FILE[:10-20]",
        summary=TASK_SUMMARIES["tests"],
        run=partial(carry_out, name="tests"),
        waits=True,
        starts_run=True,
    ),
)
