"""What a unit did, committed on a branch of its own."""

from collections.abc import Sequence
from contextlib import suppress

from architect.app.workflows.messages import commit_message
from architect.domain.errors import NameTakenError, VcsFault
from architect.domain.ids import WorkflowId
from architect.domain.workflows.events import BranchMade
from architect.domain.workflows.state import UnitState
from architect.l10n import english
from architect.ports.trees import Trees

_MOST_TRIES = 1_000


class Branches:
    """Commits results on new branches; see `BranchPublisher`.

    `base` is the commit that the workflow began with.
    """

    def __init__(self, trees: Trees, workflow_id: WorkflowId, base: str) -> None:
        self._trees = trees
        self._workflow_id = workflow_id
        self._base = base

    async def publish(
        self, state: UnitState, branch: str, *, parents: Sequence[str]
    ) -> BranchMade | None:
        unit, result = state.unit, state.result
        if result is None or result.tree in ("", self._base):
            return None
        message = ""
        if result.tree != parents[0]:
            message = commit_message(self._workflow_id, unit, result)
        for number in range(1, _MOST_TRIES):
            name = branch if number == 1 else f"{branch}-{number}"
            with suppress(NameTakenError):
                commit = await self._trees.make_branch(
                    name, result.tree, parents=parents, message=message
                )
                return BranchMade(unit_id=unit.unit_id, branch=name, commit=commit)
        raise VcsFault(english("there is no free name for the branch {branch!r}", branch=branch))
