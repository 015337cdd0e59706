"""Evaluations as the JSON of the protocol."""

from architect.app.workflows.evaluation_result import EvaluationResult
from architect.domain.workflows.standings import Comparison, Standing
from architect.domain.workflows.trials import Score, Trial
from architect.lsp.protocol.to_json import plain
from architect.lsp.protocol.workflow_results import (
    EvaluationInfo,
    EvaluationRun,
    VariantComparison,
    VariantStanding,
)


def evaluation_info(result: EvaluationResult) -> EvaluationInfo:
    """What an evaluation came to so far."""
    found, settings = result.standings, result.settings
    return {
        "repeat": settings.repeat,
        "tasks": [plain(each.name) for each in settings.tasks],
        "missingTasks": plain(settings.missing),
        "variants": [_standing(each) for each in found.variants],
        "comparisons": [_comparison(each) for each in found.comparisons],
        "runs": [_run(each, found.scores.get(each.unit_id)) for each in found.trials],
    }


def _standing(standing: Standing) -> VariantStanding:
    return {
        "variant": plain(standing.variant),
        "runs": standing.trials,
        "leftOut": standing.left_out,
        "tasks": standing.tasks,
        "solved": standing.solved,
        "passRate": standing.pass_rate,
        "passRateLow": standing.low,
        "passRateHigh": standing.high,
        "score": standing.score,
        "steps": standing.steps,
        "cost": standing.cost_usd,
        "costPerSolved": standing.cost_per_solved_usd,
        "durationSeconds": standing.duration_s,
        "secondsPerSolved": standing.time_per_solved_s,
    }


def _comparison(comparison: Comparison) -> VariantComparison:
    return {
        "first": plain(comparison.first),
        "second": plain(comparison.second),
        "tasks": comparison.tasks,
        "better": comparison.better,
        "worse": comparison.worse,
        "difference": comparison.difference,
        "pValue": comparison.p_value,
        "pValueAdjusted": comparison.p_adjusted,
    }


def _run(trial: Trial, score: Score | None) -> EvaluationRun:
    return {
        "unitId": trial.unit_id,
        "task": plain(trial.task),
        "variant": plain(trial.variant),
        "number": trial.number,
        "leftOut": plain(trial.left_out) or None,
        "solved": trial.solved,
        "checksPassed": trial.checks_passed,
        "checks": trial.checks,
        "score": score.total if score else None,
    }
