"""`architect resume`: go on with a session, from prompt to exit code."""

from typing import Any

import click

from architect.cli.run_flags import EPILOG, run_flags, run_with


@click.command("resume", epilog=EPILOG)
@click.argument("session")
@click.argument("prompt", required=False)
@run_flags
def command(**options: Any) -> int:
    """Go on with SESSION, which has all of its conversation, to do PROMPT or what is left.

    `architect sessions` lists them; '-' reads the prompt from standard input.
    """
    return run_with(options)
