"""Noticing what others do to the files of a workspace."""

from typing import Protocol

from architect.domain.files.tree_changes import TreeChanges


class ChangeWatch(Protocol):
    """Tells what became of files since a moment; what git ignores is not looked at."""

    async def mark(self) -> None:
        """Take the files as they are now for what `changes` compares with.

        Raises:
            WorkspaceFault: they cannot be looked at.
        """
        ...

    async def changes(self) -> TreeChanges:
        """What became of the files since the last mark, or since this was asked last.

        Raises:
            WorkspaceFault: they cannot be looked at.
        """
        ...

    async def aclose(self) -> None:
        """Look no more."""
        ...
