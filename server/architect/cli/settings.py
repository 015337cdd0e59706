"""The configuration as the commands see it."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from architect.cli.exit_codes import exit_code_of
from architect.config.layers import load_config, project_config_file, user_config_file
from architect.config.schema import Config
from architect.domain.errors import ArchitectError


def project_folder(workspace: Path | None) -> Path:
    """Where the project's configuration is looked for."""
    return workspace or Path(os.environ.get("ARCHITECT_WORKSPACE") or ".")


def load_settings(
    config: Path | None, workspace: Path | None, flags: Mapping[str, Any] | None = None
) -> Config:
    """All layers of the configuration.

    Raises:
        ConfigError: something is wrong in one of them.
    """
    return load_config(
        explicit=config,
        project=project_folder(workspace),
        user=user_config_file(os.environ),
        environ=os.environ,
        flags=flags or {},
    )


def settings_or_exit(config: Path | None, workspace: Path | None) -> Config:
    """All layers of the configuration; ends the command if something is wrong in one of them."""
    try:
        return load_settings(config, workspace)
    except ArchitectError as error:
        fail(error)


def files_read(config: Path | None, workspace: Path | None) -> list[str]:
    """The configuration files that exist and were read."""
    user = user_config_file(os.environ)
    project = config or project_config_file(project_folder(workspace))
    return [str(path) for path in (user, project) if path is not None and path.exists()]


def fail(error: ArchitectError) -> NoReturn:
    """Say what is wrong, one line for each problem, and end with its exit code."""
    for line in str(error).split("\n"):
        click.echo(f"architect: {line}", err=True)
    sys.exit(exit_code_of(error))
