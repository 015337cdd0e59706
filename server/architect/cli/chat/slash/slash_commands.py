"""The commands of a conversation by their names, and carrying one out."""

from collections.abc import Mapping, Sequence

from architect.app.slash_names import typed_name
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.own_command import is_own_command
from architect.cli.chat.sending import send
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
from architect.cli.chat.slash.help_lines import ALL, help_lines, told
from architect.config.nearest import did_you_mean
from architect.domain.errors import UserError
from architect.l10n import english


async def show_help(chat: ChatParts, name: str) -> None:
    if name and name != ALL:
        chat.say(told(found(name.removeprefix("/"))))
        return
    for line in help_lines(GROUPS, is_full=name == ALL):
        chat.say(line)


async def leave(chat: ChatParts, _: str) -> None:
    chat.terminal.leave()


_OWN = (
    SlashCommand(
        name="help",
        argument=f"[COMMAND|{ALL}]",
        summary=english("keys and commands"),
        run=show_help,
        completions=lambda _: [ALL, *SLASH_COMMANDS],
    ),
    SlashCommand(name="quit", summary=english("end the session"), run=leave),
)

GROUPS: Mapping[str, Sequence[SlashCommand]] = {
    english("choices"): choice_commands.COMMANDS,
    english("changes"): (*change_commands.COMMANDS, *hunk_commands.COMMANDS),
    english("tasks"): task_commands.COMMANDS,
    english("messages"): (*queue_commands.COMMANDS, *fork_commands.COMMANDS),
    english("context"): context_commands.COMMANDS,
    english("session"): (*session_commands.COMMANDS, *_OWN),
}

SLASH_COMMANDS: Mapping[str, SlashCommand] = {
    command.name: command for group in GROUPS.values() for command in group
}


def is_command(line: str) -> bool:
    """Whether a line is a command, known or not, or one for the shell, and no message.

    A path, and the prompt of a server, begin a message.
    """
    return is_own_command(line) or typed_name(line, SLASH_COMMANDS) is not None


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
    """Do what `line`, a command, says; one that names a skill has it followed.

    Raises:
        UserError: there is no such command, or it cannot be done.
    """
    name, argument = _parted(line)
    if name not in SLASH_COMMANDS and name in await context_commands.skills_of(chat):
        await send(chat, line)
        return
    await found(name).run(chat, argument)


def _parted(line: str) -> tuple[str, str]:
    name, *argument = line.removeprefix("/").split(None, 1)
    return name, "".join(argument).strip()
