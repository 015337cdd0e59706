"""Version control, read only."""

from typing import Protocol


class Vcs(Protocol):
    async def diff(self, ref: str) -> str:
        """The unified diff from `ref` to the working tree, untracked files left out.

        Raises:
            VcsFault: no repository, or no such revision.
        """
        ...
