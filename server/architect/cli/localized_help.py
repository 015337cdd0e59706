"""The help of commands in the user's language: it stands in English where they are declared."""

from collections.abc import Iterator

import click

from architect.l10n import SOURCE, language, t

_OF_COMMANDS = ("help", "epilog", "short_help")


def localized(command: click.Command) -> click.Command:
    """`command`, whose texts and those of its options and subcommands are now in that language."""
    if language() != SOURCE:
        for owner, name, text in _texts(command):
            setattr(owner, name, t(text))
    return command


def texts_of(command: click.Command) -> list[str]:
    """What `localized` translates."""
    return [text for _, _, text in _texts(command)]


def _texts(command: click.Command) -> Iterator[tuple[object, str, str]]:
    """Whose attribute each is, its name, and the text."""
    options = [(each, "help") for each in command.params if isinstance(each, click.Option)]
    for owner, name in [*((command, name) for name in _OF_COMMANDS), *options]:
        if text := getattr(owner, name):
            yield owner, name, text
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            yield from _texts(subcommand)
