"""`architect lsp`: the daemon that editors start."""

import os
import sys

import click


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="What it does anyway; some editors add this.")
def command(stdio: bool) -> None:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    An editor starts this; there is nothing to see on a terminal. docs/editors tells how to set up
    Neovim, Helix, Emacs and others.
    """
    # The usual forms never come here: __main__ knows them, so that an editor does not wait for the
    # command line to be imported. Any other form that is right starts anew as the usual one.
    os.execv(sys.executable, [sys.executable, "-m", "architect", "lsp"])
