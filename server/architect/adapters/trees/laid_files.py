"""Files that are put into a tree behind an agent, whatever it left in their place."""

import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from architect.frozen import frozen

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_BYTECODE = "__pycache__"


@frozen
class LaidFile:
    """A file at `path` below the root of a tree; with None as `content` there is none."""

    path: str
    content: bytes | None
    executable: bool = False


def lay(root: Path, files: Sequence[LaidFile]) -> None:
    """Put `files` into the tree at `root`, in which nobody works any more.

    Links in their way are removed and not followed, and so is compiled Python code, which could
    take the place of theirs.

    Raises:
        OSError: the file system refuses.
    """
    _remove_bytecode(root)
    for file in files:
        path = PurePosixPath(file.path)
        assert not path.is_absolute() and not {"..", ".git"} & set(path.parts), file.path
        folder = root
        for name in path.parts[:-1]:
            folder = _folder(folder / name)
        target = folder / path.name
        _remove(target)
        if file.content is not None:
            descriptor = os.open(target, _NEW, 0o777 if file.executable else 0o666)
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(file.content)


def _folder(path: Path) -> Path:
    """Have a folder at `path` that can be written to."""
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        path.unlink()
    path.mkdir(exist_ok=True)
    path.chmod(stat.S_IMODE(path.stat().st_mode) | stat.S_IRWXU)
    return path


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _remove_bytecode(root: Path) -> None:
    for folder, names, _ in os.walk(root):
        if _BYTECODE in names:
            names.remove(_BYTECODE)
            _remove(Path(folder) / _BYTECODE)
