"""What `/help` says: what is used most in a line each, all else by name, the keys at the end."""

from collections.abc import Iterator, Mapping, Sequence

from architect.cli.chat.chat_parts import SlashCommand
from architect.l10n import english, shown, t

_MOST_USED = ("model", "mode", "plan", "diff", "undo", "fix", "review", "new", "resume", "quit")

ALL = "all"

_KEYS = (
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


def help_lines(groups: Mapping[str, Sequence[SlashCommand]], *, is_full: bool) -> Iterator[str]:
    """The lines about the commands of `groups`, which have a name each; `is_full` tells of all."""
    commands = {command.name: command for group in groups.values() for command in group}
    for name in commands if is_full else _MOST_USED:
        yield f"  {told(commands[name])}"
    if not is_full:
        yield t("More; /help NAME tells of one, /help all of all:")
        for group, members in groups.items():
            names = [f"/{each.name}" for each in members if each.name not in _MOST_USED]
            yield f"  {shown(group)}: {' '.join(names)}"
    for line in _KEYS:
        yield shown(line)


def told(command: SlashCommand) -> str:
    return f"/{command.name} {command.argument}".rstrip() + f": {shown(command.summary)}"
