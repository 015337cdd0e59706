"""Run an agent on a task."""

from typing import Any

import click

from architect.cli.run_flags import EPILOG, run_flags, run_with


@click.command("run", epilog=EPILOG)
@click.argument("prompt")
@run_flags
def command(**options: Any) -> int:
    """Run an agent on the task PROMPT ('-' reads it from standard input)."""
    return run_with(options)
