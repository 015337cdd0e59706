"""Files that are no text, as a checkpoint has them; no link on the way is followed."""

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from architect.adapters.files.anchored import open_folder, open_made_folder
from architect.adapters.files.project_folder import NAME
from architect.domain.checkpoints import TreeEntry

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_raw(root: Path, path: str, entry: TreeEntry | None, content: bytes | None) -> None:
    """Make what is at `path` the bytes of `entry`, a file or a link; without one it is removed.

    Raises:
        OSError: that is not possible, or `path` is none that may be restored.
    """
    if not may_be_restored(path):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM), path)
    *folders, name = path.split("/")
    with open_folder(root, ()) as top, open_made_folder(top, tuple(folders)) as folder:
        if entry is None or content is None:
            with suppress(FileNotFoundError):
                os.unlink(name, dir_fd=folder)
            _remove_empty(top, folders)
            return
        with suppress(OSError):  # a folder that has only empty ones left in it is none for git
            os.rmdir(name, dir_fd=folder)
        part = f".{name[:100]}.{os.getpid()}.part"
        if entry.is_link:
            os.symlink(content, os.fsencode(part), dir_fd=folder)
        else:
            mode = 0o777 if entry.is_executable else 0o666
            with os.fdopen(os.open(part, _NEW, mode, dir_fd=folder), "wb") as file:
                file.write(content)
        try:
            os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            os.unlink(part, dir_fd=folder)
            raise


def may_be_restored(path: str) -> bool:
    """Whether `path` stays in the workspace, and is neither git's nor ours.

    Paths come from journals, and a journal may be anybody's.
    """
    parts = path.split("/")
    return not {"", ".", "..", ".git"} & set(parts) and parts[0] != NAME


def remove_empty_folders(root: Path, path: str) -> None:
    """Remove the folders of `path` from the innermost on, as long as they are empty."""
    with suppress(OSError), open_folder(root, ()) as top:
        _remove_empty(top, path.split("/")[:-1])


def _remove_empty(top: int, folders: Sequence[str]) -> None:
    """Remove the innermost of `folders` as long as they are empty."""
    for depth in range(len(folders), 0, -1):
        try:
            os.rmdir("/".join(folders[:depth]), dir_fd=top)
        except OSError:
            return
