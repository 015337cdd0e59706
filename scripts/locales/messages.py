"""Every text that is translated, as the sources have it in English."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from click import core

from architect.cli.command_list import command_modules, summary_of
from architect.cli.localized_help import texts_of
from architect.cli.main import architect

SERVER = Path(__file__).parents[2] / "server" / "architect"

_OURS = {"t": None}
_OF_CLICK = {"_": None, "ngettext": (1, 2)}
_BRACES = "python-brace-format"


def messages() -> Catalog:
    """All of them, in the order of their modules."""
    found = Catalog(fuzzy=False)
    for file, message in (*_called(SERVER, _OURS), *_helps()):
        flags = [_BRACES] if "{" in str(message) else []
        found.add(message, locations=[(file, 0)], flags=flags)
    for _, message in _called(Path(core.__file__).parent, _OF_CLICK):
        found.add(message, locations=[("click", 0)])
    return found


def _called(
    folder: Path, keywords: Mapping[str, tuple[int, ...] | None]
) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """The texts in calls of `keywords`, with the file that each is in."""
    found = extract_from_dir(folder, [("**.py", "python")], keywords=keywords)
    for file, _, message, _, _ in sorted(found, key=lambda one: (one[0], one[1])):
        yield file, message


def _helps() -> Iterator[tuple[str, str]]:
    """What `--help` says of each command: it is declared without `t`."""
    context = click.Context(architect)
    yield from _in("cli/main.py", texts_of(architect))
    for name, module in command_modules().items():
        command = architect.get_command(context, name)
        assert command is not None, f"{name} is no command"
        file = "/".join(module.split(".")[1:]) + ".py"
        yield from _in(file, [summary_of(module), *texts_of(command)])


def _in(file: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        yield file, text
