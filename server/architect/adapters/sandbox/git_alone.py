"""Whether git is really alone in a line of nothing but git: no command had others put beside it.

A command may write programs into folders of the workspace and of the private home folder that are
on PATH, and settings that name programs into the configuration of git there.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path

from architect.adapters.sandbox.kept_configuration import names_only_harmless

_CONFIGURATIONS = (".gitconfig", ".config/git/config")


def path_without_own(path: str, root: Path, home: Path | None) -> str:
    """Those entries of `path` in which no command can have put anything."""
    own = [one for one in (root, home, Path("/tmp"), Path("/var/tmp")) if one is not None]
    entries = [text for text in path.split(":") if text.startswith("/")]
    real = {text: Path(text).resolve() for text in entries}
    return ":".join(
        text for text in entries if not any(real[text].is_relative_to(one) for one in own)
    )


def is_alone(environment: Mapping[str, str], path: str, private_home: Path | None) -> bool:
    """Whether git is found on `path`, and reads no settings of a command's that name programs."""
    usual = f"{environment.get('HOME')}/.config"
    if environment.get("XDG_CONFIG_HOME", usual) != usual or not shutil.which("git", path=path):
        return False
    if private_home is None:
        return True
    return all(names_only_harmless(private_home / name) for name in _CONFIGURATIONS)
