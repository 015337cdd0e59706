"""A front end as the command line knows it."""

import importlib
import os
import sys
from functools import partial

import click

from architect.cli.front_ends import FRONT_ENDS


def front_end_command(name: str) -> click.Command:
    """The command that starts the front end `name`."""
    return click.Command(
        name,
        params=[
            click.Option(
                ["--stdio"],
                is_flag=True,
                help="Accepted because some editors add it; has no effect.",
            )
        ],
        callback=partial(_start, name),
        help=importlib.import_module(FRONT_ENDS[name]).__doc__,
    )


def _start(name: str, *, stdio: bool) -> None:
    # The usual forms never come here: __main__ knows them, so that an editor does not wait for the
    # command line to be imported. Any other form that is right starts anew as the usual one.
    os.execv(sys.executable, [sys.executable, "-m", "architect", name])
