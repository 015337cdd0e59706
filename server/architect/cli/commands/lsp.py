"""`architect lsp`: the daemon that editors start."""

import os
import sys

import click


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Accepted because some editors add it; has no effect.")
def command(stdio: bool) -> None:
    """Start the language server on standard input and output.

    Your editor starts this; it is of no use in a terminal. docs/editors explains how to set up
    Neovim, Helix, Emacs and others.
    """
    # The usual forms never come here: __main__ knows them, so that an editor does not wait for the
    # command line to be imported. Any other form that is right starts anew as the usual one.
    os.execv(sys.executable, [sys.executable, "-m", "architect", "lsp"])
