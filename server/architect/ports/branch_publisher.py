"""Where the results of units become branches."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.workflows.events import BranchMade
from architect.domain.workflows.state import UnitState


class BranchPublisher(Protocol):
    """Puts the result of a unit on a branch, if there is anything in it."""

    async def publish(
        self, state: UnitState, branch: str, *, parents: Sequence[str]
    ) -> BranchMade | None: ...
