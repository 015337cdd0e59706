"""The files of a run without an editor, and their version control."""

from pathlib import Path

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.git import Git
from architect.domain.errors import UserError
from architect.ports.vcs import Vcs
from architect.ports.workspace import Workspace


def disk_workspace(root: Path) -> Workspace:
    """The folder `root` as a workspace.

    Raises:
        UserError: it is not a folder.
    """
    if not root.is_dir():
        what = "is not a folder" if root.exists() else "does not exist"
        raise UserError(f"the workspace {str(root)!r} {what}; choose one with --workspace")
    return DiskWorkspace(root)


def version_control(workspace: Workspace) -> Vcs:
    return Git(workspace.root)
