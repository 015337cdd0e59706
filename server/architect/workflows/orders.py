"""What an executor is told of a unit, as it follows from the state and the trees of others."""

from collections.abc import Callable
from dataclasses import replace

from architect.domain.errors import UnitLostError, VcsFault
from architect.domain.ids import SessionId, UnitId
from architect.domain.run_request import Attachment
from architect.domain.workflows.events import BranchesMerged, MergeConflict
from architect.domain.workflows.state import UnitState, WorkflowState
from architect.domain.workflows.unit import Place, Unit
from architect.ports.trees import Trees
from architect.ports.unit_executor import UnitOrder


def order_for(
    state: WorkflowState,
    unit_id: UnitId,
    attempt: int,
    *,
    session_id: SessionId,
    share_usd: float | None = None,
    left_s: float | None = None,
) -> UnitOrder:
    """The order for an attempt, which has `left_s` of the time of the workflow."""
    unit, started = state.units[unit_id].unit, state.started
    assert started is not None
    before = None if unit.tree_of is None else state.units[unit.tree_of].result
    beginning = started.base if unit.source is None else unit.source.commit
    bounds = [each for each in (unit.timeout_s, left_s) if each is not None]
    return UnitOrder(
        workflow_id=started.workflow_id,
        unit=unit,
        attempt=attempt,
        session_id=session_id,
        tree=(before.tree if before is not None else "") or beginning,
        share_usd=share_usd,
        timeout_s=min(bounds, default=None),
    )


async def completed(
    order: UnitOrder,
    state: WorkflowState,
    trees: Trees | None,
    emit: Callable[[BranchesMerged], None],
) -> UnitOrder:
    """The order with what depends on earlier attempts, and on the trees of other units.

    Raises:
        UnitLostError: git cannot tell.
    """
    order = _with_failures(order, state)
    started, unit = state.started, order.unit
    if trees is None or started is None or not started.base:
        return order
    try:
        if unit.merge_of:
            merge = await _merged(unit, state, trees, started.base)
            emit(merge)
            order = replace(order, tree=merge.commit)
        patches = await _patches(order, state, trees, started.base)
    except VcsFault as fault:
        raise UnitLostError(str(fault)) from fault
    attachments = (*unit.attachments, *(each for each in patches if each.text))
    return replace(order, unit=replace(unit, attachments=attachments))


def parents_of(unit: UnitState, state: WorkflowState) -> list[str]:
    """The commits that what the unit did is on top of."""
    started, before = state.started, unit.unit.tree_of
    merge = unit.merge or (state.units[before].merge if before else None)
    if merge is None:
        return [started.base if started else ""]
    others = [state.units[each].commit for each in unit.unit.patches_of]
    return [merge.commit, *others]


def _with_failures(order: UnitOrder, state: WorkflowState) -> UnitOrder:
    """The order with the checks that failed behind the attempt before."""
    before = state.units[order.unit.unit_id].result
    failed = before.failed_checks if before is not None else ()
    told = (Attachment("failed-check", check.command, check.output) for check in failed)
    attachments = (*order.unit.attachments, *told)
    return replace(order, unit=replace(order.unit, attachments=attachments))


async def _patches(
    order: UnitOrder, state: WorkflowState, trees: Trees, base: str
) -> list[Attachment]:
    """What the unit is to know of what was done; texts may be empty."""
    unit, found = order.unit, list[Attachment]()
    if unit.with_changes:
        now = order.tree
        if unit.place is Place.WORKSPACE:
            now = await trees.snapshot(order.workflow_id)
        patch = await trees.diff(base, now)
        found.append(Attachment("git-diff", "what has been changed so far", patch))
    for other in unit.patches_of:
        result = state.units[other].result
        patch = await trees.diff(base, result.tree) if result else ""
        found.append(Attachment("git-diff", f"what {other} did", patch))
    return found


async def _merged(unit: Unit, state: WorkflowState, trees: Trees, base: str) -> BranchesMerged:
    """The commit that has the branches in it which the unit merges."""
    units = {state.units[each].commit: each for each in unit.merge_of}
    commits = [commit for commit in units if commit]
    merged = await trees.merge(base, commits)
    conflicts = [MergeConflict(units[each], files) for each, files in merged.conflicts.items()]
    return BranchesMerged(
        unit_id=unit.unit_id,
        commit=merged.commit,
        merged=tuple(units[each] for each in commits if each not in merged.conflicts),
        conflicts=tuple(conflicts),
    )
