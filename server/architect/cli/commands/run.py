"""`architect run`: one task for an agent, from prompt to exit code."""

from typing import Any

import click

from architect.cli.run_flags import EPILOG, run_flags, run_with


@click.command("run", epilog=EPILOG)
@click.argument("prompt")
@run_flags
def command(**options: Any) -> int:
    """Let an agent do PROMPT in the workspace ('-' reads the prompt from standard input)."""
    return run_with(options)
