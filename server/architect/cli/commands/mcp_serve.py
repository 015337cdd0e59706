"""Serve other agents: edits with undo, runs, reviews, and how commands are classified."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option
from architect.domain.run_mode import RunMode

_EPILOG = "docs/mcp-server.md explains how to add it to Claude Code, codex, VS Code and others."


@click.command("mcp-serve", epilog=_EPILOG)
@click.option(
    "--mode",
    type=click.Choice(["ask", "edit", "plan", "yolo"]),
    default="ask",
    show_default=True,
    help="What is done without asking: see `architect run --mode`.",
)
@config_option
@workspace_option
def command(mode: RunMode, config: Path | None, workspace: Path | None) -> int:
    """Serve other agents over the Model Context Protocol (MCP), on standard streams.

    A client such as Claude Code starts it; it is of no use in a terminal. It works in one folder.
    What has to be confirmed is asked in the client, if that can ask its user, and denied otherwise.
    """
    from architect.jsonrpc.stdio import take_standard_streams

    streams = take_standard_streams()
    from architect.bootstrap.runtime import kill_what_was_started
    from architect.bootstrap.settings import workspace_root
    from architect.cli.settings import told_settings
    from architect.mcp_server.served_folder import ServedFolder
    from architect.mcp_server.stdio import serve_stdio

    root = workspace_root(told_settings(config, workspace), workspace).resolve()
    try:
        serve_stdio(streams, ServedFolder(root, mode, config))
    finally:
        kill_what_was_started()
    return 0
