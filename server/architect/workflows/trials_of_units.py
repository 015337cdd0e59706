"""What the units of an evaluation came to, as trials."""

from architect.domain.ids import UnitId
from architect.domain.outcome import StopReason
from architect.domain.workflows.state import Phase, UnitState, WorkflowState
from architect.domain.workflows.trials import Trial
from architect.domain.workflows.unit import UnitResult
from architect.l10n import english


def trial_of(
    state: WorkflowState, unit_id: UnitId, *, task: str, variant: str, number: int
) -> Trial:
    """The trial that a unit is."""
    unit = state.units.get(unit_id)
    result = unit.result if unit is not None and unit.phase is Phase.DONE else None
    if unit is None or result is None:
        why = (
            unit.reason
            if unit is not None and unit.phase is Phase.SKIPPED
            else english("did not run")
        )
        return Trial(unit_id=unit_id, task=task, variant=variant, number=number, left_out=why)
    hidden = {each.path for each in unit.unit.hidden}
    return Trial(
        unit_id=unit_id,
        task=task,
        variant=variant,
        number=number,
        left_out=_why_left_out(unit, result, state),
        solved=result.is_success,
        status=result.status,
        timed_out=result.stop_reason is StopReason.TIMEOUT,
        checks_passed=len(result.checks) - len(result.failed_checks),
        checks=len(unit.unit.checks),
        steps=result.steps,
        duration_s=result.duration_s,
        cost_usd=None if unit.spending.unpriced_calls else unit.spending.cost_usd,
        shortcoming=result.shortcoming,
        overwritten=tuple(name for name in result.files if name in hidden),
    )


def _why_left_out(unit: UnitState, result: UnitResult, state: WorkflowState) -> str:
    """Why the result tells nothing of the variant; empty if it does.

    What a variant may spend and how long it may take for a task belongs to it. That the whole came
    to its end does not.
    """
    own = unit.unit
    match result.stop_reason:
        case StopReason.USER_INTERRUPT:
            return "cancelled"
        case StopReason.BUDGET_EXCEEDED if unit.share_usd is not None:
            if own.budget_usd is None or unit.share_usd < own.budget_usd:
                return english("cut off by the budget of the whole")
        case StopReason.TIMEOUT if state.limits.timeout_s is not None:
            if own.timeout_s is None or result.duration_s < own.timeout_s:
                return english("cut off by the time of the whole")
        case _:
            pass
    if result.error is not None and result.is_hopeless:
        return result.error.message
    return ""
