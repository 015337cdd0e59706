"""Resume a session."""

from typing import Any

import click

from architect.cli.run_flags import EPILOG, run_flags, run_with


@click.command("resume", epilog=EPILOG)
@click.argument("session", metavar="SESSION", required=False)
@click.argument("prompt", required=False)
@run_flags
def command(**options: Any) -> int:
    """Resume SESSION with its whole conversation, for PROMPT or to complete its task.

    `architect sessions` lists the sessions; '-' reads the prompt from standard input.
    """
    if options["session"] is None:
        raise click.UsageError("name a session to resume; `architect sessions` lists them.")
    return run_with(options)
