"""What of a workflow may start: a pure function of its state."""

from architect.domain.ids import UnitId
from architect.domain.workflows.state import UnitState, WorkflowState
from architect.domain.workflows.unit import Place
from architect.frozen import frozen
from architect.l10n import english


@frozen
class Start:
    """The unit may start; `share_usd` is what of the budget it may spend, None without a budget."""

    unit_id: UnitId
    attempt: int
    share_usd: float | None


@frozen
class Skip:
    """The unit does not run, because of `reason`."""

    unit_id: UnitId
    reason: str


def next_move(state: WorkflowState) -> Start | Skip | None:
    """What to do next; None if nothing can be until something that runs is over.

    All shares that are given out at the same time, with what is spent, are no more than the budget.
    """
    free = state.limits.workers - len(state.running)
    for unit_id in state.ready:
        unit = state.units[unit_id]
        if (reason := _given_up(state, unit)) is not None:
            return Skip(unit_id, reason)
        if free <= 0:
            return None
        if unit.unit.approval and unit.unit.approval not in state.approvals:
            continue
        if not _has_room(state, unit):
            continue
        share = _share(state, unit, free)
        if share is not None and share <= 0:
            if state.running:
                return None  # what they do not spend is left for this one
            return Skip(
                unit_id,
                english(
                    "the budget of ${budget_usd:.4f} is spent", budget_usd=state.limits.budget_usd
                ),
            )
        return Start(unit_id, unit.attempts + 1, share)
    return None


def _given_up(state: WorkflowState, unit: UnitState) -> str | None:
    """Why the unit will never run, if so."""
    if unit.unit.skip_because:
        return unit.unit.skip_because
    if state.approvals.get(unit.unit.approval) is False:
        return english("it was not approved")
    for needed in unit.unit.needs:
        if not state.units[needed].is_success:
            return _why_not_needed(needed, state.units[needed])
    if unit.lost > state.limits.unit_retries:
        return english(
            "lost {lost} times; the last time: {reason}", lost=unit.lost, reason=unit.reason
        )
    return None


def _why_not_needed(needed: UnitId, unit: UnitState) -> str:
    if unit.result is None:
        return english("needs {needed!r}, which was skipped", needed=needed)
    return english(
        "needs {needed!r}, which did not succeed: {why}",
        needed=needed,
        why=unit.result.shortcoming,
    )


def _has_room(state: WorkflowState, unit: UnitState) -> bool:
    """Whether nobody writes where it reads, and nobody reads where it writes."""
    if unit.unit.place is Place.COPY:
        return True
    if unit.unit.only_reads:
        return not state.workspace_is_taken
    return not state.workspace_is_read


def _share(state: WorkflowState, unit: UnitState, free: int) -> float | None:
    """An equal part of what is left of the budget, for those that could start now."""
    own, budget = unit.unit.budget_usd, state.limits.budget_usd
    if budget is None:
        return own
    reserved = sum(each.reserved_usd for each in state.running.values())
    left = budget - state.spending.cost_usd - reserved
    part = left / max(min(free, len(state.ready)), 1)
    return part if own is None else min(own, part)
