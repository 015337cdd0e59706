"""The folder in which a recorded run is played again."""

import os
import shutil
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from architect.adapters.checkpoints.raw_files import write_raw
from architect.adapters.files.project_folder import NAME
from architect.adapters.git_copy import copy_repository, fill_index
from architect.adapters.git_environment import RUNS_NOTHING
from architect.adapters.git_output import git_output
from architect.adapters.records.file_originals import SESSIONS
from architect.domain.checkpoints import TreeEntry
from architect.domain.errors import OriginalMissingError, UserError
from architect.l10n import english
from architect.ports.originals import Originals

MOST_IGNORED_BYTES = 500_000_000
"""Of what git ignores: it is no part of a checkpoint, and commands may need it all the same."""

_TIMEOUT_S = 120.0
_IGNORED = ("ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")


def copy_files(source: Path, target: Path) -> None:
    """Copy a folder that may be anybody's, without any repository in it: git would obey those.

    Raises:
        UserError: that is not possible.
    """
    ignored = shutil.ignore_patterns(".git")
    try:
        shutil.copytree(source, target, symlinks=True, ignore=ignored, dirs_exist_ok=True)
    except OSError as error:  # shutil.Error is one, too
        raise UserError(
            english("{path!r} cannot be copied: {error}", path=str(source), error=error)
        ) from error


def copy_tree(source: Path, target: Path) -> None:
    """Copy a workspace, without the sessions in it.

    Raises:
        UserError: that is not possible.
    """
    is_linked = (source / ".git").is_file()

    def left_out(folder: str, names: Sequence[str]) -> set[str]:
        found = {name for name in names if _is_special(Path(folder, name))}
        if Path(folder) == source / NAME:
            found |= {SESSIONS} & set(names)
        if is_linked and Path(folder) == source:
            found.add(".git")
        return found

    try:
        shutil.copytree(source, target, symlinks=True, ignore=left_out, dirs_exist_ok=True)
    except OSError as error:  # shutil.Error is one, too
        raise UserError(
            english("{path!r} cannot be copied: {error}", path=str(source), error=error)
        ) from error
    if is_linked:
        copy_repository(source, target)
        fill_index(target, "HEAD")


def copy_own_folder(root: Path, target: Path) -> None:
    """Copy what the workspace at `root` has in `.architect`, without sessions.

    Raises:
        UserError: that is not possible.
    """
    own = root / NAME
    ignored = shutil.ignore_patterns(SESSIONS)
    try:
        if own.is_dir():
            shutil.copytree(own, target / NAME, symlinks=True, ignore=ignored, dirs_exist_ok=True)
    except OSError as error:  # shutil.Error is one, too
        raise UserError(
            english("{path!r} cannot be copied: {error}", path=str(own), error=error)
        ) from error


def copy_ignored(root: Path, target: Path) -> Sequence[str]:
    """Copy what git ignores in the workspace at `root`; gives what is too large for that.

    Raises:
        UserError: that is not possible.
    """
    said = git_output(("git", *RUNS_NOTHING, *_IGNORED), folder=root) or b""
    left_out: list[str] = []
    room = MOST_IGNORED_BYTES
    for name in filter(None, said.decode("utf-8", "surrogateescape").split("\0")):
        source = root / name
        if name.split("/")[0] == NAME:
            continue
        try:
            size = _size(source)
            if size > room:
                left_out.append(name)
                continue
            room -= size
            _copy(source, target / name)
        except OSError as error:
            raise UserError(
                english("{path!r} cannot be copied: {error}", path=str(source), error=error)
            ) from error
    return left_out


def make_repository(folder: Path) -> None:
    """Make `folder` a repository with one commit of all that is in it.

    Raises:
        UserError: git cannot do that.
    """
    who = ("-c", "user.name=architect", "-c", "user.email=architect@localhost")
    hooks = (*RUNS_NOTHING, "-c", "commit.gpgSign=false")
    for order in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "-m", "Start")):
        if git_output(("git", *who, *hooks, *order), folder=folder, timeout_s=_TIMEOUT_S) is None:
            raise UserError(
                english("git cannot make a repository of {folder!r}", folder=str(folder))
            )


def restore_contents(top: Path, wanted: Mapping[str, str | None], originals: Originals) -> None:
    """Make each file what its SHA-256 says it was; None removes it.

    Raises:
        UserError: a content is not there any more, or a path is none of a workspace.
    """
    for path, digest in wanted.items():
        try:
            content = None if digest is None else originals.load(digest)
            mode = "100755" if os.access(top / path, os.X_OK) else "100644"
            write_raw(top, path, None if digest is None else TreeEntry(mode, digest), content)
        except OriginalMissingError as fault:
            raise UserError(
                english(
                    "nobody knows what {path!r} was before the run: {fault}; name the tree that it "
                    "began with, with --workspace DIR",
                    path=path,
                    fault=fault,
                )
            ) from fault
        except OSError as error:
            raise UserError(
                english(
                    "{path!r} cannot be restored in a copy: {reason}",
                    path=path,
                    reason=error.strerror,
                )
            ) from error


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir() and not source.is_symlink():
        copy_tree(source, target)
    else:
        shutil.copy2(source, target, follow_symlinks=False)


def _is_special(path: Path) -> bool:
    """Whether it is a socket, a pipe or a device."""
    mode = path.lstat().st_mode
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))


def _size(path: Path) -> int:
    if path.is_symlink() or not path.is_dir():
        return path.lstat().st_size
    return sum(each.lstat().st_size for each in path.rglob("*"))
