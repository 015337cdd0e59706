"""The page of the command line: every command with its options, as `--help` has them."""

import inspect
from collections.abc import Iterator

import click
from scripts.derived.pages.markdown import code, page, prose, table

from architect.cli.main import architect

_ABOUT = """\
Every command has `--help`. Exit codes are in [the README](../../README.md#in-ci), what the most
important commands are for in [Start in a terminal](../start/terminal.md)."""


def command_line_page() -> str:
    """The file `docs/reference/command-line.md`."""
    return page("Commands of the command line", _ABOUT, _parts(architect, None, "architect"))


def _parts(group: click.Group, parent: click.Context | None, name: str) -> Iterator[str]:
    context = click.Context(group, parent=parent, info_name=name)
    for each in group.list_commands(context):
        command = group.get_command(context, each)
        if command is not None and not command.hidden:
            yield _about(command, context, each)
            if isinstance(command, click.Group):
                yield from _parts(command, context, each)


def _about(command: click.Command, parent: click.Context, name: str) -> str:
    context = click.Context(command, parent=parent, info_name=name)
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    parts = (
        f"{'#' * (2 + context.command_path.count(' ') - 1)} {context.command_path}",
        f"```text\n{usage}\n```",
        prose(inspect.cleandoc((command.help or "").replace("\b", ""))),
        table(("option", "meaning"), _options(command, context)),
    )
    return "\n\n".join(part for part in parts if part)


def _options(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    for each in command.params:
        record = each.get_help_record(context) if isinstance(each, click.Option) else None
        if record is not None:
            yield code(record[0]), prose(record[1])
