"""Serve other agents: edits with undo, runs, reviews, and how commands are classified."""

from pathlib import Path

import click

from architect.cli.options import allow_edit_option, config_option, workspace_option
from architect.domain.run_mode import RunMode
from architect.l10n import english

_EPILOG = english(
    "docs/mcp-server.md explains how to add it to Claude Code, codex, VS Code and others."
)


@click.command("mcp-serve", epilog=_EPILOG)
@click.option(
    "--mode",
    type=click.Choice(["ask", "edit", "plan", "yolo"]),
    default="ask",
    show_default=True,
    help="What is done without asking: see `architect run --mode`.",
)
@allow_edit_option
@click.option("--http", is_flag=True, help="Serve over HTTP on 127.0.0.1 instead.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="With --http: the port (default: any that is free).",
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With --http: the token that clients have to show (default: a new one).",
)
@config_option
@workspace_option
def command(
    mode: RunMode,
    allow_edit: tuple[str, ...],
    http: bool,
    port: int | None,
    token_file: Path | None,
    config: Path | None,
    workspace: Path | None,
) -> int:
    """Serve other agents over the Model Context Protocol (MCP), on standard streams.

    A client such as Claude Code starts it; it is of no use in a terminal. It works in one folder.
    What has to be confirmed is asked in the client, if that can ask its user, and denied otherwise.

    With --http it serves until it is ended, whoever shows the token: that of --token-file, that in
    ARCHITECT_MCP_TOKEN, or a new one, which is printed.
    """
    if not http and (port is not None or token_file is not None):
        raise click.UsageError(english("--port and --token-file need --http."))
    import os

    from architect.jsonrpc.stdio import take_standard_streams

    streams = None if http else take_standard_streams()
    from architect.bootstrap.runtime import kill_what_was_started
    from architect.bootstrap.settings import load_settings, workspace_root
    from architect.cli.settings import tell_notes
    from architect.mcp_server.served_folder import ServedFolder

    settings = load_settings(config, workspace)
    tell_notes(settings)
    root = workspace_root(settings.config, workspace).resolve()
    folder = ServedFolder(root, mode, config, allow_edit, told=settings.ignored)
    try:
        if streams is not None:
            from architect.mcp_server.stdio import serve_stdio

            serve_stdio(streams, folder)
        else:
            from architect.mcp_server.http import serve_http
            from architect.mcp_server.http_token import take_token

            serve_http(folder, port=port or 0, token=take_token(token_file, os.environ))
    finally:
        kill_what_was_started()
    return 0
