"""A front end as the command line knows it."""

import importlib
import os
import sys
from functools import partial

import click

from architect.cli.front_ends import FRONT_ENDS

_STDIO = click.Option(
    ["--stdio"], is_flag=True, help="Accepted because some editors add it; has no effect."
)
_LOGIN = click.Option(
    ["--login"], is_flag=True, help="Run `architect login`; editors start that in a terminal."
)


def front_end_command(name: str) -> click.Command:
    """The command that starts the front end `name`."""
    return click.Command(
        name,
        params=[_STDIO, *([_LOGIN] if name == "acp" else [])],
        callback=partial(_start, name),
        help=importlib.import_module(FRONT_ENDS[name]).__doc__,
    )


def _start(name: str, *, stdio: bool, login: bool = False) -> None:
    # The usual forms never come here: __main__ knows them, so that an editor does not wait for the
    # command line to be imported. Any other form that is right starts anew as the usual one.
    os.execv(sys.executable, [sys.executable, "-m", "architect", "login" if login else name])
