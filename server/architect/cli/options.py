"""Options that several commands have."""

from pathlib import Path

import click

config_option = click.option(
    "-c",
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Use FILE instead of the configuration of the project.",
)
workspace_option = click.option(
    "-w",
    "--workspace",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Project folder (default: the current folder).",
)
path_option = click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="P",
    help="Only this file or folder; repeatable.",
)
hunk_option = click.option(
    "--hunk",
    "hunk_ids",
    multiple=True,
    metavar="ID",
    help="Only this one of `architect hunks`; repeatable.",
)
allow_edit_option = click.option(
    "--allow-edit",
    multiple=True,
    metavar="PATH",
    help="Allow edits of files that other programs execute, such as .github/workflows/; "
    "repeatable.",
)
