"""What an evaluation came to, as values and as JSON."""

from typing import Any, cast

from architect.app.workflows.kinds import settings_of
from architect.domain.workflows.standings import Comparison, Standing, Standings, standings
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.trials import Score, Trial
from architect.frozen import frozen
from architect.workflows.evaluation import KIND, EvaluationSettings, cells
from architect.workflows.trials_of_units import trial_of


@frozen(kw_only=True)
class EvaluationResult:
    """The standings, of what was asked; `is_over` says that nothing is to come."""

    title: str
    settings: EvaluationSettings
    standings: Standings
    is_over: bool
    reason: str


def evaluation_of(state: WorkflowState) -> EvaluationResult | None:
    """What the workflow came to so far; None if it is no evaluation.

    Raises:
        UserError: another version made it.
    """
    started = state.started
    if started is None or started.kind != KIND:
        return None
    settings = cast(EvaluationSettings, settings_of(KIND, started.settings))
    trials = [
        trial_of(
            state,
            cell.unit_id,
            task=cell.task.name,
            variant=cell.variant.name,
            number=cell.number,
        )
        for cell in cells(settings)
    ]
    return EvaluationResult(
        title=started.title,
        settings=settings,
        standings=standings([each.name for each in settings.variants], trials),
        is_over=state.finished is not None,
        reason=last.reason if (last := state.finished or state.paused) else "",
    )


def evaluation_json(result: EvaluationResult) -> dict[str, Any]:
    """What `--json` promises of an evaluation."""
    found, settings = result.standings, result.settings
    return {
        "repeat": settings.repeat,
        "tasks": [each.name for each in settings.tasks],
        "missing_tasks": list(settings.missing),
        "variants": [_standing(each) for each in found.variants],
        "comparisons": [_comparison(each) for each in found.comparisons],
        "runs": [trial_json(each, found.scores.get(each.unit_id)) for each in found.trials],
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "variant": standing.variant,
        "runs": standing.trials,
        "left_out": standing.left_out,
        "tasks": standing.tasks,
        "solved": standing.solved,
        "pass_rate": _rounded(standing.pass_rate),
        "pass_rate_low": _rounded(standing.low),
        "pass_rate_high": _rounded(standing.high),
        "score": _rounded(standing.score),
        "steps": standing.steps,
        "cost_usd": _rounded(standing.cost_usd, 6),
        "cost_per_solved_usd": _rounded(standing.cost_per_solved_usd, 6),
        "duration_seconds": _rounded(standing.duration_s),
        "seconds_per_solved": _rounded(standing.time_per_solved_s),
    }


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "first": comparison.first,
        "second": comparison.second,
        "tasks": comparison.tasks,
        "better": comparison.better,
        "worse": comparison.worse,
        "difference": _rounded(comparison.difference),
        "p_value": _rounded(comparison.p_value, 6),
        "p_value_adjusted": _rounded(comparison.p_adjusted, 6),
    }


def trial_json(trial: Trial, score: Score | None) -> dict[str, Any]:
    """A run of an evaluation."""
    return {
        "unit": trial.unit_id,
        "task": trial.task,
        "variant": trial.variant,
        "number": trial.number,
        "left_out": trial.left_out or None,
        "solved": trial.solved,
        "status": trial.status,
        "checks_passed": trial.checks_passed,
        "checks": trial.checks,
        "score": _rounded(score.total) if score else None,
        "score_checks": _rounded(score.checks) if score else None,
        "score_status": score.status if score else None,
        "score_efficiency": _rounded(score.efficiency) if score else None,
        "score_cost": _rounded(score.cost) if score else None,
        "steps": trial.steps,
        "duration_seconds": trial.duration_s,
        "cost_usd": _rounded(trial.cost_usd, 6),
        "shortcoming": trial.shortcoming or None,
        "overwritten": list(trial.overwritten),
    }


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)
