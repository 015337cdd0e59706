"""A watch that notices what it is told."""

from collections import deque
from collections.abc import Iterable

from architect.domain.errors import WorkspaceFault
from architect.domain.files.tree_changes import TreeChange, TreeChanges
from architect.domain.losses import Losses


class FakeChanges:
    """Gives `changes`, one for each command, then none; `broken` says why it cannot look at all.

    Undo cannot bring back whatever is deleted.
    """

    def __init__(self, changes: Iterable[TreeChanges] = (), *, broken: str = "") -> None:
        self.marks = 0
        self.prepared = 0
        self._changes = deque(changes)
        self._broken = broken

    async def prepare(self) -> None:
        self.prepared += 1

    async def mark(self) -> None:
        self.marks += 1
        if self._broken:
            raise WorkspaceFault(self._broken)

    async def changes(self) -> TreeChanges:
        return self._changes.popleft() if self._changes else TreeChanges()

    async def beyond_undo(self, losses: Losses) -> str:
        return "files that nobody keeps"

    async def at_stake(self, losses: Losses) -> tuple[TreeChange, ...]:
        return ()

    async def aclose(self) -> None:
        """Nothing is open."""
