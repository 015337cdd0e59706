"""Options that several commands have."""

from pathlib import Path

import click

config_option = click.option(
    "-c",
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read FILE instead of the project's configuration.",
)
workspace_option = click.option(
    "-w",
    "--workspace",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of the project; the current one if not given.",
)
