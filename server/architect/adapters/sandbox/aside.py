"""Where that goes which a command may not leave behind.

It is moved and not deleted: somebody else may have made it meanwhile.
"""

import contextlib
import secrets
import shutil
import time
from pathlib import Path

from architect.adapters.files.project_folder import project_folder
from architect.domain.shell import LONGEST_TIMEOUT_S

_COPIES = "copies-"
_STALE_S = 2 * LONGEST_TIMEOUT_S


def folder_of_copies(root: Path) -> Path:
    """A new folder for what is there while one command runs.

    Those of commands with which we were killed go now.

    Raises:
        OSError: it cannot be made.
    """
    above = project_folder(root, "tmp")
    for old in above.glob(f"{_COPIES}*"):
        with contextlib.suppress(OSError):
            if time.time() - old.lstat().st_mtime > _STALE_S:
                shutil.rmtree(old)
    folder = above / f"{_COPIES}{secrets.token_hex(4)}"
    folder.mkdir()
    return folder


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
