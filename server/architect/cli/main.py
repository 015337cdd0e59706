"""The command `architect`: a group whose commands are imported when they are called."""

import contextlib
import importlib
import io
import itertools
import os
import sys
from typing import Any

import click

from architect import __version__
from architect.cli.command_list import command_modules, summary_of
from architect.cli.early_signals import restore_signals
from architect.cli.exit_codes import CONFIGURATION, FAILED, INTERRUPTED, SUCCESS, exit_code_of
from architect.cli.front_end_command import front_end_command
from architect.cli.front_ends import FRONT_ENDS
from architect.cli.localized_help import localized
from architect.cli.result_stream import ResultStream
from architect.cli.standard_streams import open_missing_streams
from architect.cli.word_wrap import for_terminal
from architect.config.user_file import users_language
from architect.domain.errors import ArchitectError
from architect.domain.escape_controls import escape_controls
from architect.l10n import (
    AUTO,
    SOURCE,
    at,
    english,
    languages,
    of_locale,
    shown,
    t,
    use_automatically,
    use_language,
)
from architect.l10n_made import in_english


class LazyGroup(click.Group):
    """Knows its commands by name; only the one that is called gets imported."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """On a terminal `architect` alone is a conversation; elsewhere it is the help."""
        if not args and sys.stdin.isatty() and sys.stdout.isatty():
            args = ["chat"]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(command_modules())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in FRONT_ENDS:
            return localized(front_end_command(cmd_name))
        module = command_modules().get(cmd_name)
        return localized(importlib.import_module(module).command) if module else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(t("Commands")):
            modules = command_modules()
            formatter.write_dl([(name, t(summary_of(module))) for name, module in modules.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        commands = command_modules()
        if name and not name.startswith("-") and name not in commands:
            from architect.config.nearest import did_you_mean

            told = english(
                "unknown command {name!r}{hint} The commands are: {known}.",
                name=name,
                hint=did_you_mean(name, commands) or ".",
                known=", ".join(commands),
            )
            raise click.UsageError(told, ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="architect %(version)s")
def architect() -> None:
    """A coding agent that edits, runs and verifies, in your editor or in CI.

    Without a command, on a terminal, you talk to it: the same as `architect chat`.
    """


def main() -> None:
    """Run the command line; never shows a traceback."""
    open_missing_streams()
    _speak_the_users_language()
    sys.exit(_exit_code(sys.argv[1:]))


def _speak_the_users_language() -> None:
    use_automatically(of_locale(os.environ))
    wanted = users_language(os.environ)
    use_language(wanted if wanted in languages() else AUTO)
    localized(architect)


def _exit_code(arguments: list[str]) -> int:
    try:
        restore_signals()
        code = architect.main(arguments, standalone_mode=False)
    except click.ClickException as error:
        written = io.StringIO()
        error.show(written)
        told = written.getvalue().replace(error.message, shown(error.message)).rstrip("\n")
        with contextlib.suppress(OSError):
            click.echo(for_terminal(escape_controls(told), 2), err=True)
        return _without_result(CONFIGURATION, _in_english(error), arguments)
    except ArchitectError as error:
        _say(str(error))
        return _without_result(exit_code_of(error), str(error), arguments)
    except (click.Abort, KeyboardInterrupt):
        return _without_result(INTERRUPTED, english("interrupted by the user"), arguments)
    except OSError as error:
        message = _told_by_system(error)
        _say(message)
        return _without_result(FAILED, message, arguments)
    except Exception as bug:  # noqa: BLE001 - the top of the command line: a bug becomes one sentence
        from architect.bootstrap.runtime import crash_log

        where = crash_log().keep(bug)
        message = english(
            "a bug in architect ended the command ({bug}); details in {where}",
            bug=type(bug).__name__,
            where=where,
        )
        _say(message)
        return _without_result(FAILED, message, arguments)
    return code if isinstance(code, int) else SUCCESS


def _without_result(code: int, message: str, arguments: list[str]) -> int:
    """`code`; whoever asked for JSON gets a document that says what happened instead."""
    before_texts = itertools.takewhile(lambda argument: argument != "--", arguments)
    if "--json" in before_texts:
        from architect.cli.error_document import error_document

        ResultStream().write_json(error_document(code, message))
    return code


def _in_english(error: click.ClickException) -> str:
    """What `error` says, for programs; nothing is told to people any more."""
    use_language(SOURCE)
    vars(error).update(message=in_english(error.message))
    return error.format_message()


def _told_by_system(error: OSError) -> str:
    """What the operating system refused, and for which file; that is no bug of ours."""
    reason = error.strerror or str(error)
    if error.filename is None:
        return english("cannot continue: {reason}", reason=reason)
    return at(repr(error.filename), reason)


def _say(message: str) -> None:
    with contextlib.suppress(OSError):
        for line in shown(message).split("\n"):
            told = for_terminal(escape_controls(f"architect: {line}"), 2)
            click.secho(told, err=True, **_error_style())


def _error_style() -> dict[str, Any]:
    """As the printer's: no colours with `NO_COLOR`, on a dumb terminal text alone."""
    if os.environ.get("TERM") == "dumb":
        return {"color": False}
    return {"fg": None if os.environ.get("NO_COLOR") else "red", "bold": True}
