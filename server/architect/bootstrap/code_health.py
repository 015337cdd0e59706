"""What the health of code is measured with, and where the files are that it is measured of."""

from pathlib import Path

from architect.adapters.files.file_names import names_below
from architect.adapters.health.code_health import MeasuredHealth, require_tools
from architect.adapters.health.git_tree import GitTree, tree_of
from architect.ports.code_health import CodeHealth

__all__ = ["GitTree", "code_health", "file_names", "require_tools", "tree_of"]


def code_health() -> CodeHealth:
    return MeasuredHealth()


async def file_names(root: Path) -> list[str]:
    """The files below `root` without those that git ignores.

    Raises:
        OSError: there is no such folder.
    """
    return (await names_below(root, root=root)).names
