"""Where the user's own configuration is, and what of it is needed before it is read."""

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_LANGUAGE = "language:"


def user_config_file(environ: Mapping[str, str]) -> "Path":
    """The file, whether it exists or not."""
    from pathlib import Path

    return Path(_name(environ))


def users_language(environ: Mapping[str, str]) -> str:
    """`language` as far as can be told without reading YAML, empty if it is not set.

    The help of a command, and what is said of a wrong flag, come before the configuration is read.
    """
    named = environ.get("ARCHITECT__LANGUAGE") or environ.get("ARCHITECT_LANGUAGE")
    return named or _set_in(_name(environ))


def _name(environ: Mapping[str, str]) -> str:
    if sys.platform != "linux":
        from platformdirs import user_config_dir  # 15 ms that Linux does not need

        folder = user_config_dir("architect", appauthor=False)
        return os.path.join(folder, "config.yaml")  # noqa: PTH118 - pathlib takes 4 ms to import
    # https://specifications.freedesktop.org/basedir-spec/ has relative paths ignored.
    folder = environ.get("XDG_CONFIG_HOME", "")
    if not os.path.isabs(folder):  # noqa: PTH117
        home = environ.get("HOME") or os.path.expanduser("~")  # noqa: PTH111
        folder = os.path.join(home, ".config")  # noqa: PTH118
    return os.path.join(folder, "architect", "config.yaml")  # noqa: PTH118


def _set_in(name: str) -> str:
    try:
        with open(name, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            values = [line.removeprefix(_LANGUAGE) for line in file if line.startswith(_LANGUAGE)]
    except OSError:
        return ""
    return values[0].partition("#")[0].strip().strip("\"'") if values else ""
