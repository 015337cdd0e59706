"""The files of a run without an editor, and their version control."""

import os
from pathlib import Path

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.files.file_names import names_below
from architect.adapters.files.project_folder import NAME
from architect.adapters.git import Git
from architect.adapters.git_commits import GitCommits
from architect.domain.errors import UserError, helped
from architect.l10n import english
from architect.ports.vcs import Vcs
from architect.ports.workspace import Workspace


def disk_workspace(root: Path) -> Workspace:
    """The folder `root` as a workspace.

    Raises:
        UserError: a run cannot work there.
    """
    check_workspace(root)
    return DiskWorkspace(root)


def check_workspace(root: Path) -> None:
    """Make sure that a run can work in the folder `root`, without touching it.

    Raises:
        UserError: it is no folder, or has something else where the folder of a run belongs.
    """
    try:
        own = root.absolute() / NAME
        if not root.is_dir():
            what = english("is not a folder") if root.exists() else english("does not exist")
            raise _unusable(root, what)
    except FileNotFoundError as error:
        raise _unusable(root, english("was deleted")) from error
    except OSError as error:
        raise _unusable(
            root, english("cannot be accessed ({strerror})", strerror=error.strerror)
        ) from error
    if os.path.lexists(own) and (own.is_symlink() or not own.is_dir()):
        kind = "link" if own.is_symlink() else "file"
        raise UserError(
            english(
                "{name!r} in the workspace {root!r} is a {kind}, but has to be the folder "
                "where journals are kept: rename it, or choose another workspace with "
                "--workspace",
                name=NAME,
                root=str(root),
                kind=kind,
            )
        )


def version_control(workspace: Workspace) -> Vcs:
    return Git(workspace.root)


def commits(workspace: Workspace) -> GitCommits:
    return GitCommits(workspace.root)


def _unusable(root: Path, what: str) -> UserError:
    error = UserError(
        english(
            "the workspace {root!r} {why}; choose one with --workspace", root=str(root), why=what
        )
    )
    return helped(error, brief=english("the workspace {root!r} {why}", root=str(root), why=what))


async def file_names(root: Path) -> list[str]:
    """The files below `root` without those that git ignores.

    Raises:
        OSError: there is no such folder.
    """
    return (await names_below(root, root=root)).names
