"""Commands about what the model reads, what goes with the next message, and what it cost."""

import os
from collections.abc import Mapping
from pathlib import Path

from architect.bootstrap.run.context_preview import context_preview
from architect.bootstrap.skills import library
from architect.cli.attached_files import AttachedFiles
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.sending import send
from architect.config.nearest import did_you_mean
from architect.domain.errors import UserError
from architect.domain.run_request import RunRequest
from architect.domain.skills import Skill
from architect.l10n import english, shown, t
from architect.policy.file_rules import sensitive_files
from architect.services.cost_line import cost_line, run_cost, session_cost
from architect.services.task_names import COMPACTION


async def compact(chat: ChatParts, focus: str) -> None:
    conversation = chat.conversation
    if conversation.compact(focus):
        chat.say(t("the conversation is summed up at the end of this step"))
        return
    if conversation.session_id is None:
        raise UserError(english("nothing has been said in this session yet"))
    request = RunRequest(focus, "", only_compacts=True)
    await conversation.start(request, title=COMPACTION)


async def context(chat: ChatParts, _: str) -> None:
    conversation = chat.conversation
    state = conversation.state
    if state.started is not None:
        chat.say(
            t(
                "context: {percent} % of what the model can read is used",
                percent=state.context_percent,
            )
        )
    config = conversation.place.config(chat.choices.options)
    request = RunRequest("", chat.choices.agent_after("build"))
    preview = await context_preview(config, conversation.place.workspace, os.environ, request)
    chat.say(t("a new session begins with:"), "title")
    for part in preview.parts:
        chat.lines(f"  {part.size.tokens:>7,}  {shown(part.name)}: {shown(part.source)}")
    of_window = t("of {window:,} tokens", window=preview.window)
    chat.lines(f"  {preview.tokens:>7,}  {of_window}")


async def cost(chat: ChatParts, _: str) -> None:
    state = chat.conversation.state
    if state.started is None:
        chat.say(t("this session has cost nothing yet"))
        return
    chat.say(t("last message: {cost}", cost=shown(run_cost(state))))
    chat.say(t("session: {cost}", cost=shown(session_cost(state))))
    for source, spending in state.session_spending.by_source.items():
        chat.say(f"  {shown(source)}: {shown(cost_line(spending))}")


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


async def skills_of(chat: ChatParts) -> Mapping[str, Skill]:
    """The skills that a run is offered, by name."""
    place = chat.conversation.place
    found = await library(place.config(chat.choices.options), os.environ, place.root)
    return {} if found is None else {one.name: one for one in found.skills}


async def skill(chat: ChatParts, words: str) -> None:
    """Have a skill be followed, or list those there are."""
    there = await skills_of(chat)
    name, _, rest = words.partition(" ")
    if name in there:
        await send(chat, f"/{name} {rest}".strip())
    elif name:
        raise UserError(
            english(
                "there is no skill {name!r}{hint} /skill lists them",
                name=name,
                hint=did_you_mean(name, there) or ";",
            )
        )
    elif not there:
        chat.say(t("there are no skills; `architect skill create NAME` makes one"))
    for one in () if name else there.values():
        chat.say(f"  {one.name}: {one.description}")


def say_what_goes(chat: ChatParts) -> None:
    """What goes with the next message."""
    chat.say(
        t("with the next message: {attached}", attached=chat.attached.in_short or t("nothing"))
    )


def _named_file(words: str, root: Path) -> Path:
    path = Path(words.removeprefix("@")).expanduser()
    return path if path.is_absolute() else root / path


COMMANDS = (
    SlashCommand(
        name="attach",
        argument="FILE",
        summary=english("have the text of a file go with the next message (or name it: @FILE)"),
        run=attach,
    ),
    SlashCommand(
        name="image",
        argument="FILE",
        summary=english("have an image go with the next message"),
        run=image,
    ),
    SlashCommand(
        name="detach", summary=english("have nothing go with the next message"), run=detach
    ),
    SlashCommand(
        name="skill",
        argument="[NAME [WORDS]]",
        summary=english("follow a skill; without a name lists them"),
        run=skill,
        starts_run=True,
    ),
    SlashCommand(
        name="compact",
        argument="[FOCUS]",
        summary=english("have the model sum up the conversation"),
        run=compact,
        starts_run=True,
    ),
    SlashCommand(name="context", summary=english("what the model reads, in tokens"), run=context),
    SlashCommand(name="cost", summary=english("what the session has cost"), run=cost),
)
