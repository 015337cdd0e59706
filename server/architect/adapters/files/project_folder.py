"""The folder `.architect` of a workspace, where a run keeps what belongs to the project."""

import contextlib
import errno
import os
import stat
from pathlib import Path

NAME = ".architect"
_IGNORED = b"# What runs leave here is not for the repository.\n/.gitignore\n/sessions/\n/tmp/\n"


def project_folder(root: Path, part: str) -> Path:
    """The folder `part` in `.architect` of `root`, made if need be.

    With it comes a `.gitignore`, so that a run leaves no trace in `git status`; one that is there
    already is the user's, and stays. A link is refused: it could lead anywhere.

    Raises:
        OSError: it cannot be made, or is a link.
    """
    own = root / NAME
    own.mkdir(exist_ok=True)
    _require_real(own)
    with contextlib.suppress(FileExistsError), (own / ".gitignore").open("xb") as file:
        file.write(_IGNORED)
    folder = own / part
    folder.mkdir(exist_ok=True)
    _require_real(folder)
    return folder


def is_real_folder(path: Path) -> bool:
    """Whether `path` is a folder itself, not a link to one."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def _require_real(folder: Path) -> None:
    if not is_real_folder(folder):
        raise OSError(errno.ENOTDIR, f"{os.strerror(errno.ENOTDIR)}, or a link to one", str(folder))
