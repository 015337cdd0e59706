"""The help of commands in the user's language: it stands in English where they are declared."""

import click

from architect.l10n import SOURCE, language, t


def localized(command: click.Command) -> click.Command:
    """`command`, whose texts and those of its options and subcommands are now in that language."""
    if language() == SOURCE:
        return command
    command.help, command.epilog = _told(command.help), _told(command.epilog)
    command.short_help = _told(command.short_help)
    for option in command.params:
        if isinstance(option, click.Option):
            option.help = _told(option.help)
    for subcommand in command.commands.values() if isinstance(command, click.Group) else ():
        localized(subcommand)
    return command


def texts_of(command: click.Command) -> list[str]:
    """What `localized` translates: the texts of a command, of its options and subcommands."""
    own = [command.help, command.epilog, command.short_help]
    options = [option.help for option in command.params if isinstance(option, click.Option)]
    below = command.commands.values() if isinstance(command, click.Group) else ()
    return [
        *(text for text in (*own, *options) if text),
        *(text for each in below for text in texts_of(each)),
    ]


def _told(text: str | None) -> str | None:
    return t(text) if text else text
