"""The command `architect`: a group whose commands are imported when they are called."""

import importlib
import sys

import click

from architect import __version__
from architect.cli.exit_codes import CONFIGURATION, FAILED, INTERRUPTED

COMMANDS = {
    "run": "Let an agent do a task in the workspace.",
    "agents": "List the agents there are.",
    "validate-config": "Check the configuration and show problems.",
    "demo": "Watch an agent mend a small project, without a key.",
}


class LazyGroup(click.Group):
    """Knows its commands by name; only the one that is called gets imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = cmd_name.replace("-", "_")
        return importlib.import_module(f"architect.cli.commands.{module}").command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from architect.config.nearest import did_you_mean

            known = ", ".join(COMMANDS)
            hint = did_you_mean(name, COMMANDS) or "."
            raise click.UsageError(f"no command {name!r}{hint} The commands are: {known}.", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="architect %(version)s")
def architect() -> None:
    """A coding agent that edits, runs and verifies, in your editor or in CI."""


def main() -> None:
    """Run the command line; never shows a traceback."""
    try:
        code = architect.main(standalone_mode=False)
    except click.UsageError as error:
        error.show()
        code = CONFIGURATION
    except click.ClickException as error:
        error.show()
        code = FAILED
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except Exception as bug:  # noqa: BLE001 - the top of the command line: a bug becomes one sentence
        from architect.bootstrap.crashes import crash_log

        where = crash_log().keep(bug)
        click.echo(f"architect: a bug of ours ({type(bug).__name__}); details in {where}", err=True)
        code = FAILED
    sys.exit(code if isinstance(code, int) else 0)
