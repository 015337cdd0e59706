"""The commands of a conversation by their names, and carrying one out."""

import os
import re
from collections.abc import Mapping

from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.own_command import is_own_command
from architect.cli.chat.slash import (
    change_commands,
    choice_commands,
    context_commands,
    fork_commands,
    hunk_commands,
    queue_commands,
    session_commands,
    task_commands,
)
from architect.config.nearest import did_you_mean
from architect.domain.errors import UserError
from architect.l10n import english, shown
from architect.lazy_pattern import lazy_pattern

KEYS = (
    english("Enter sends, Alt+Enter or a backslash at the end begins another line."),
    english(
        "While it works, Enter queues a message for the end of the step; on an empty line Enter "
        "sends what waits at once, and Up has it back to be changed."
    ),
    english(
        "Esc or Ctrl+C stops it and keeps the conversation; Ctrl+C twice, or Ctrl+D on an empty "
        "line, ends the session."
    ),
    english(
        "! runs a command in your own shell, without sandbox or questions; what it prints goes "
        "with the next message, and @terminal names it again."
    ),
    english("@ names files, folders, @diff; Tab completes. A ? alone shows this."),
)


async def show_help(chat: ChatParts, name: str) -> None:
    if name:
        command = found(name.removeprefix("/"))
        chat.say(_told(command))
        return
    for line in KEYS:
        chat.say(shown(line))
    for command in SLASH_COMMANDS.values():
        chat.say(f"  {_told(command)}")


def _told(command: SlashCommand) -> str:
    return f"/{command.name} {command.argument}".rstrip() + f": {shown(command.summary)}"


async def leave(chat: ChatParts, _: str) -> None:
    chat.terminal.leave()


_OWN = (
    SlashCommand(
        name="help",
        argument="[COMMAND]",
        summary=english("keys and commands"),
        run=show_help,
        completions=lambda _: [*SLASH_COMMANDS],
    ),
    SlashCommand(name="quit", summary=english("end the session"), run=leave),
)

SLASH_COMMANDS: Mapping[str, SlashCommand] = {
    command.name: command
    for command in (
        *choice_commands.COMMANDS,
        *change_commands.COMMANDS,
        *task_commands.COMMANDS,
        *hunk_commands.COMMANDS,
        *queue_commands.COMMANDS,
        *context_commands.COMMANDS,
        *session_commands.COMMANDS,
        *fork_commands.COMMANDS,
        *_OWN,
    )
}


_COMMAND = lazy_pattern(r"/([A-Za-z][\w:-]*)(?:\s.*)?", re.DOTALL)


def is_command(line: str) -> bool:
    """Whether a line is a command, known or not, or one for the shell, and no message.

    What begins with a path, even the name of a folder such as /tmp alone, is a message, and so is
    the prompt of a server, /SERVER:PROMPT.
    """
    if is_own_command(line):
        return True
    match = _COMMAND.fullmatch(line)
    if match is None or ":" in match[1]:
        return False
    return match[1] in SLASH_COMMANDS or not os.path.lexists(f"/{match[1]}")


def is_unknown(line: str) -> bool:
    """Whether `line`, which is a command, names none that there is."""
    return _parted(line)[0] not in SLASH_COMMANDS


def has_words(line: str) -> bool:
    """Whether there is more in a command than its name."""
    return bool(_parted(line)[1])


def found(name: str) -> SlashCommand:
    """
    Raises:
        UserError: there is no such command.
    """
    if command := SLASH_COMMANDS.get(name):
        return command
    names = list(SLASH_COMMANDS)
    hint = did_you_mean(name, names) or ";"
    raise UserError(
        english(
            "there is no command /{name}{hint} /help lists them, and a space before the "
            "slash makes it a message",
            name=name,
            hint=hint,
        )
    )


def waits(line: str) -> bool:
    """Whether what `line`, a command, says has to wait while the agent works."""
    command = SLASH_COMMANDS.get(_parted(line)[0])
    return command is not None and command.waits


def starts_run(line: str) -> bool:
    """Whether what was said, a message or a command, has the agent work."""
    command = SLASH_COMMANDS.get(_parted(line)[0]) if is_command(line) else None
    return command is None or command.starts_run


async def carry_out(chat: ChatParts, line: str) -> None:
    """Do what `line`, a command, says.

    Raises:
        UserError: there is no such command, or it cannot be done.
    """
    name, argument = _parted(line)
    await found(name).run(chat, argument)


def _parted(line: str) -> tuple[str, str]:
    name, *argument = line.removeprefix("/").split(None, 1)
    return name, "".join(argument).strip()
