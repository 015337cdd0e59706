"""Version control, read only."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.git_range import GitRange


class Vcs(Protocol):
    """The repository around a workspace; paths are relative to the workspace."""

    async def diff(self, changes: GitRange, paths: Sequence[str] = ()) -> str:
        """The unified diff of `changes`, below `paths` if there are any.

        Raises:
            VcsFault: no repository, or no such revision.
        """
        ...

    async def fork_point(self, ref: str) -> str:
        """The commit where HEAD and `ref` parted.

        Raises:
            VcsFault: no repository, no such revision, or no common commit.
        """
        ...
