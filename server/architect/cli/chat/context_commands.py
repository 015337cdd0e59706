"""Commands about what the model reads, what goes with the next message, and what it cost."""

import os
from pathlib import Path

from architect.bootstrap.run.context_preview import context_preview
from architect.bootstrap.skills import library
from architect.cli.attached_files import AttachedFiles
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.sending import send
from architect.config.nearest import did_you_mean
from architect.domain.errors import UserError
from architect.domain.run_request import RunRequest
from architect.policy.file_rules import sensitive_files
from architect.services.cost_line import cost_line


async def compact(chat: ChatParts, focus: str) -> None:
    conversation = chat.conversation
    if conversation.compact(focus):
        chat.say("the conversation is summed up at the end of this step")
        return
    if conversation.session_id is None:
        raise UserError("nothing has been said in this session yet")
    request = RunRequest(focus, "", only_compacts=True)
    await conversation.start(request, title="Compact the context")


async def context(chat: ChatParts, _: str) -> None:
    conversation = chat.conversation
    state = conversation.state
    if state.started is not None:
        chat.say(f"context: {state.context_percent} % of what the model can read is used")
    config = conversation.place.config(chat.choices.options)
    request = RunRequest("", chat.choices.agent_after("build"))
    preview = await context_preview(config, conversation.place.workspace, os.environ, request)
    chat.say("a new session begins with:", "title")
    for part in preview.parts:
        chat.lines(f"  {part.size.tokens:>7,}  {part.name}: {part.source}")
    chat.lines(f"  {preview.tokens:>7,}  of {preview.window:,} tokens")


async def cost(chat: ChatParts, _: str) -> None:
    state = chat.conversation.state
    if state.started is None:
        chat.say("this session has cost nothing yet")
        return
    chat.say(f"last message: {cost_line(state.spending)}")
    chat.say(f"session: {cost_line(state.session_spending)}")
    for source, spending in state.session_spending.by_source.items():
        chat.say(f"  {source}: {cost_line(spending)}")


async def attach(chat: ChatParts, words: str) -> None:
    """Have the text of a file go with the next message; not of one that may hold secrets."""
    if words:
        place = chat.conversation.place
        guardrails = place.config(chat.choices.options).guardrails
        secrets = sensitive_files(guardrails.sensitive_files)
        chat.attached = chat.attached.with_text(_named_file(words, place.root), secrets)
    say_what_goes(chat)


async def image(chat: ChatParts, words: str) -> None:
    """Have an image go with the next message."""
    if words:
        chat.attached = chat.attached.with_image(_named_file(words, chat.conversation.place.root))
    say_what_goes(chat)


async def detach(chat: ChatParts, _: str) -> None:
    """Have nothing go with the next message."""
    chat.attached = AttachedFiles()
    say_what_goes(chat)


async def skill(chat: ChatParts, words: str) -> None:
    """Have a skill be followed, or list those there are."""
    place = chat.conversation.place
    found = await library(place.config(chat.choices.options), os.environ, place.root)
    there = {} if found is None else {one.name: one for one in found.skills}
    name, _, rest = words.partition(" ")
    if name in there:
        await send(chat, f"/{name} {rest}".strip())
    elif name:
        raise UserError(
            f"there is no skill {name!r}{did_you_mean(name, there) or ';'} /skill lists them"
        )
    elif not there:
        chat.say("there are no skills; `architect skill create NAME` makes one")
    for one in () if name else there.values():
        chat.say(f"  {one.name}: {one.description}")


def say_what_goes(chat: ChatParts) -> None:
    """What goes with the next message."""
    chat.say("with the next message: " + ("; ".join(chat.attached.lines) or "nothing"))


def _named_file(words: str, root: Path) -> Path:
    path = Path(words.removeprefix("@")).expanduser()
    return path if path.is_absolute() else root / path


COMMANDS = (
    SlashCommand(
        name="attach",
        argument="FILE",
        summary="have the text of a file go with the next message (or name it: @FILE)",
        run=attach,
    ),
    SlashCommand(
        name="image",
        argument="FILE",
        summary="have an image go with the next message",
        run=image,
    ),
    SlashCommand(name="detach", summary="have nothing go with the next message", run=detach),
    SlashCommand(
        name="skill",
        argument="[NAME [WORDS]]",
        summary="follow a skill; without a name lists them",
        run=skill,
        starts_run=True,
    ),
    SlashCommand(
        name="compact",
        argument="[FOCUS]",
        summary="have the model sum up the conversation",
        run=compact,
        starts_run=True,
    ),
    SlashCommand(name="context", summary="what the model reads, in tokens", run=context),
    SlashCommand(name="cost", summary="what the session has cost", run=cost),
)
