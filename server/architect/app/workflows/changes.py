"""What a unit that worked on a copy changed."""

from pathlib import Path

from architect.bootstrap.workflows.units import open_trees
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.ids import UnitId
from architect.domain.workflows.state import WorkflowState
from architect.l10n import english


async def changes_of_unit(root: Path, config: Config, state: WorkflowState, unit_id: str) -> str:
    """A patch from the files as the workflow found them to those that the unit left.

    Raises:
        UserError: there is no such unit, or nothing of it is kept in git.
        VcsFault: git fails, as it does when it has removed what no branch holds.
    """
    unit, trees = state.units.get(UnitId(unit_id)), open_trees(root, config)
    if unit is None or state.started is None:
        raise UserError(english("the workflow has no unit {unit_id!r}", unit_id=unit_id))
    kept = unit.branch or (unit.result.tree if unit.result is not None else "")
    if trees is None or not kept or not state.started.base:
        raise UserError(
            english("there is nothing to compare: {unit_id!r} has left no commit", unit_id=unit_id)
        )
    return await trees.diff(state.started.base, kept)
