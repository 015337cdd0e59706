"""The configuration as the faces see it."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect.config.layers import load_config, project_config_file, user_config_file
from architect.config.schema import Config


def configured_project(workspace: Path | None) -> Path:
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
        project=configured_project(workspace),
        user=user_config_file(os.environ),
        environ=os.environ,
        flags=flags or {},
    )


def editor_settings(root: Path, editor: Mapping[str, Any], flags: Mapping[str, Any]) -> Config:
    """All layers for the folder `root` of an editor, whose own settings have config.yaml's shape.

    Raises:
        ConfigError: something is wrong in one of them.
    """
    return load_config(
        explicit=None,
        project=root,
        user=user_config_file(os.environ),
        environ=os.environ,
        editor=editor,
        flags=flags,
    )


def workspace_root(settings: Config, workspace: Path | None) -> Path:
    """The folder to work in; a flag goes before the configuration."""
    return workspace or settings.workspace.root


def files_read(config: Path | None, workspace: Path | None) -> list[str]:
    """The configuration files that exist and were read."""
    user = user_config_file(os.environ)
    project = config or project_config_file(configured_project(workspace))
    return [str(path) for path in (user, project) if path is not None and path.exists()]
