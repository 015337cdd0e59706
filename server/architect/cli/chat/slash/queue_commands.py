"""Commands about what waits while the agent works: having it read at once, changing it."""

from collections.abc import Sequence

from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.offered_messages import keep_waiting
from architect.cli.chat.said import Said
from architect.cli.chat.sending import send
from architect.cli.chat.slash.context_commands import say_what_goes
from architect.domain.errors import UserError
from architect.l10n import english, t


async def send_now(chat: ChatParts, words: str) -> None:
    """Have the model read `words`, or what waits, at once; what its step is doing ends."""
    if words:
        await send(chat, words, at_once=True)
    elif not chat.conversation.hurry():
        raise UserError(english("no message waits; /now WORDS says something at once"))


async def queue(chat: ChatParts, words: str) -> None:
    """What waits, or the one of that number back in the input."""
    waiting = chat.waiting.all
    if not waiting:
        chat.say(t("nothing waits"))
        return
    if words:
        if not (words.isdecimal() and 0 < int(words[:9]) <= len(waiting)):
            raise UserError(english("nothing waits as {words!r}; /queue lists it", words=words))
        withdraw(chat, waiting[int(words) - 1])
        return
    for number, said in enumerate(waiting, 1):
        chat.say(f"{number}  {said.text}")
    chat.say(t("/queue N has one back in the input; /now sends messages at once"), "dim")


def withdraw(chat: ChatParts, said: Said) -> None:
    """Put what waits back into the input, with its files; not what the model has read already."""
    if said in chat.waiting.commands:
        chat.waiting.commands.remove(said)
        show_waiting(chat)
    elif not chat.conversation.withdraw(said):
        return
    back_into_input(chat, [said])
    if said.attached.lines:
        say_what_goes(chat)


def back_into_input(chat: ChatParts, lines: Sequence[Said]) -> None:
    """To be sent again, with what was to go along."""
    if lines:
        chat.terminal.give_back([said.text for said in lines])
    for said in reversed(lines):
        chat.attached = said.attached.with_those_of(chat.attached)


def show_waiting(chat: ChatParts) -> None:
    """Show what waits, and keep it whatever becomes of this program."""
    waiting = chat.waiting.all
    chat.terminal.queued([said.text for said in waiting], can_hurry=bool(chat.waiting.messages))
    if chat.conversation.is_working:  # what waited for its end is sent now, or comes back
        keep_waiting(chat, waiting)


COMMANDS = (
    SlashCommand(
        name="now",
        argument="[WORDS]",
        summary=english(
            "have the agent read this, or what waits, at once: its step is interrupted"
        ),
        run=send_now,
        starts_run=True,
    ),
    SlashCommand(
        name="queue",
        argument="[N]",
        summary=english("what waits while the agent works; with a number, back into the input"),
        run=queue,
    ),
)
