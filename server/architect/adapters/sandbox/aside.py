"""Where that goes which a command may not leave behind.

It is moved and not deleted: somebody else may have made it meanwhile.
"""

import secrets
from pathlib import Path

from architect.adapters.files.project_folder import project_folder


def aside(root: Path, name: str) -> Path:
    """A new place for something called `name`.

    Raises:
        OSError: it cannot be made.
    """
    place = project_folder(root, "tmp") / f"put-aside-{secrets.token_hex(4)}"
    place.mkdir()
    return place / name


def move_aside(root: Path, path: Path) -> Path:
    """Move `path` away, next to itself if need be; where it is now.

    Raises:
        OSError: it cannot be moved.
    """
    try:
        target = aside(root, path.name)
        path.rename(target)
    except OSError:
        target = path.with_name(f"{path.name}.put-aside-{secrets.token_hex(4)}")
        path.rename(target)
    return target


def shown(root: Path, path: Path) -> str:
    """`path` as it is told: relative where it lies in the workspace."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
