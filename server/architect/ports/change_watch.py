"""Noticing what others do to the files of a workspace."""

from typing import Protocol

from architect.domain.files.tree_changes import TreeChange, TreeChanges
from architect.domain.losses import Losses


class ChangeWatch(Protocol):
    """Tells what became of files since a moment; what git ignores is not looked at."""

    async def prepare(self) -> None:
        """Look at the files ahead of the first mark, so that a command need not wait for that.

        What changes in between is seen at the mark. If it cannot be done, the mark says so.
        """
        ...

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

    async def beyond_undo(self, losses: Losses) -> str:
        """What of the `losses` nobody brings back once they happened, in words; empty for nothing.

        What builds make and git ignores is brought back by a build, all else by undo. What undo
        is said to bring back will be among the next `changes`.
        """
        ...

    async def at_stake(self, losses: Losses) -> tuple[TreeChange, ...]:
        """The files of the `losses` that undo brings back, as they are at the last mark.

        What becomes of each is a guess: it goes, or git writes what it has of it.

        Raises:
            WorkspaceFault: they cannot be looked at.
        """
        ...

    async def aclose(self) -> None:
        """Look no more."""
        ...
