"""Where architect keeps what belongs to its user and to no workspace."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def user_state_folder(environ: Mapping[str, str]) -> Path:
    """The folder of what was trusted and granted, whether it exists or not."""
    if sys.platform != "linux":
        from platformdirs import user_state_path  # 15 ms that Linux does not need

        return user_state_path("architect", appauthor=False)
    return _xdg_folder(environ, "XDG_STATE_HOME", ".local/state")


def user_config_folder(environ: Mapping[str, str]) -> Path:
    """The folder of the user's own configuration, whether it exists or not."""
    if sys.platform != "linux":
        from platformdirs import user_config_path

        return user_config_path("architect", appauthor=False)
    return _xdg_folder(environ, "XDG_CONFIG_HOME", ".config")


def user_cache_folder(environ: Mapping[str, str]) -> Path:
    """The folder of what can be made anew at any time, whether it exists or not."""
    if sys.platform != "linux":
        from platformdirs import user_cache_path

        return user_cache_path("architect", appauthor=False)
    return _xdg_folder(environ, "XDG_CACHE_HOME", ".cache")


def is_users_own(real: Path) -> bool:
    """Whether the real path `real` is one of these folders, or something in them."""
    own = (user_state_folder(os.environ), user_config_folder(os.environ))
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in own)


def _xdg_folder(environ: Mapping[str, str], variable: str, below_home: str) -> Path:
    # https://specifications.freedesktop.org/basedir-spec/ has relative paths ignored.
    folder = Path(environ.get(variable, ""))
    if not folder.is_absolute():
        folder = Path(environ.get("HOME") or Path.home()) / below_home
    return folder / "architect"
