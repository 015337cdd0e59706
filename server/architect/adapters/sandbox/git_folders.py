"""Where git keeps the files of a workspace, and which of them decide what git runs.

Usually `.git` is a folder. In a work tree beside the first one and in a submodule it is a file that
names a folder elsewhere, and an archive from a stranger may hold such a file that names any folder.
So a folder elsewhere is writable only if it points back to us, which no archive can make it do.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_MOST_BYTES = 1_000_000
_RULING = ("hooks", "config", "config.worktree", "commondir")
_HOOKS_PATH = lazy_pattern(rb"^[ \t]*hookspath[ \t]*=[ \t]*\"?([^\"\r\n]+?)\"?[ \t]*$", re.I | re.M)


@frozen
class GitFolders:
    """`readable` and `writable` lie outside the workspace unless it is `.git` itself.

    `ruling` are the paths, there or not, that no command may write, among them `config`. `hooks` is
    a folder of the work tree that git is told to run hooks from.
    """

    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    ruling: tuple[Path, ...] = ()
    config: Path | None = None
    hooks: Path | None = None

    @property
    def repository(self) -> Path | None:
        """The folder with the objects and branches, if commands may write there."""
        return self.writable[0] if self.writable else None


def git_folders(root: Path, home: Path | None) -> GitFolders:
    """What git needs for the workspace `root`, a resolved path."""
    entry = root / ".git"
    if entry.is_symlink():
        return GitFolders()
    if entry.is_dir():
        return _repository(root, entry)
    if entry.is_file():
        return _elsewhere(root, entry)
    above = _repository_above(root, home)
    return GitFolders() if above is None else _repository(root, above / ".git", above)


def _repository(root: Path, folder: Path, *readable: Path) -> GitFolders:
    return GitFolders(
        readable=readable,
        writable=(folder,),
        ruling=tuple(_ruling(folder)),
        config=folder / "config",
        hooks=_hooks_path(root, folder),
    )


def _elsewhere(root: Path, entry: Path) -> GitFolders:
    text = _content(entry).removeprefix(b"gitdir:").strip()
    folder = _resolved(root, text)
    if folder is None or not (folder / "HEAD").is_file():
        return GitFolders(ruling=(entry,))
    common = _resolved(folder, _content(folder / "commondir").strip()) or folder
    if not all((common / name).is_dir() for name in ("objects", "refs")):
        return GitFolders(ruling=(entry,))
    if _resolved(folder, _content(folder / "gitdir").strip()) != entry:
        return GitFolders(readable=(folder, common), ruling=(entry,))
    own = (folder / name for name in ("gitdir", *_RULING))
    found = _repository(root, common)
    ruling = (entry, *own, *found.ruling)
    return replace(found, ruling=tuple(dict.fromkeys(ruling)))


def _ruling(folder: Path) -> Iterator[Path]:
    """The ruling paths of a repository, of its other work trees and of its submodules."""
    yield from (folder / name for name in _RULING)
    for other in _subfolders(folder / "worktrees"):
        yield from (other / name for name in ("gitdir", *_RULING[1:]))
    yield from _ruling_modules(folder / "modules", depth=4)


def _ruling_modules(folder: Path, *, depth: int) -> Iterator[Path]:
    """Those of submodules, whose names may contain slashes."""
    for module in _subfolders(folder) if depth else ():
        if (module / "HEAD").exists():
            yield from _ruling(module)
        else:
            yield from _ruling_modules(module, depth=depth - 1)


def _hooks_path(root: Path, folder: Path) -> Path | None:
    """The folder inside the workspace that git is told to run hooks from."""
    for found in _HOOKS_PATH.findall(_content(folder / "config")):
        path = _resolved(root, found)
        if path is not None and path.is_relative_to(root) and path != root:
            return path
    return None


def _repository_above(root: Path, home: Path | None) -> Path | None:
    """The work tree that `root` is a part of; a home folder under version control is none."""
    for folder in root.parents:
        if len(folder.parts) < 2 or (home is not None and home.is_relative_to(folder)):
            return None
        if (folder / ".git").is_dir():
            return folder
    return None


def _subfolders(folder: Path) -> list[Path]:
    try:
        return [one for one in folder.iterdir() if one.is_dir() and not one.is_symlink()]
    except OSError:
        return []


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES)
    except OSError:
        return b""


def _resolved(base: Path, text: bytes) -> Path | None:
    if not text or b"\0" in text:
        return None
    try:
        return (base / text.decode("utf-8", "surrogateescape")).resolve()
    except (OSError, RuntimeError):
        return None
