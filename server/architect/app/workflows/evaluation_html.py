"""An evaluation as one HTML file that needs nothing else."""

from architect.app.reports.html import environment
from architect.app.workflows.evaluation_result import EvaluationResult
from architect.app.workflows.evaluation_words import (
    COLUMNS,
    comparison_words,
    headline,
    left_out_words,
    money,
    overwritten_words,
    row,
    seconds,
)
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.trials import Score, Trial
from architect.l10n import english, t
from architect.services.cost_line import cost_line


def as_html(result: EvaluationResult, state: WorkflowState) -> str:
    """The standings, comparisons and runs; see `app.reports.html`."""
    found = result.standings
    return (
        environment()
        .get_template("evaluation.html.jinja")
        .render(
            title=result.title,
            headline=headline(result),
            workflow_id=state.started.workflow_id if state.started else "",
            cost=cost_line(state.spending),
            columns=COLUMNS,
            variants=[(row(each, t), each) for each in found.variants],
            comparisons=[comparison_words(each) for each in found.comparisons],
            left_out=left_out_words(found.left_out),
            overwritten=overwritten_words(found.trials),
            missing=result.settings.missing,
            runs=[_run(each, found.scores.get(each.unit_id)) for each in found.trials],
        )
    )


def _run(trial: Trial, score: Score | None) -> tuple[Trial, str, str, tuple[str, ...]]:
    """A run with a word for its outcome, the class of that, and its figures."""
    if trial.left_out:
        return trial, english("left out: {reason}", reason=trial.left_out), "quiet", ("-",) * 5
    outcome = english("solved") if trial.solved else trial.shortcoming or english("not solved")
    figures = (
        f"{trial.checks_passed}/{trial.checks}",
        f"{score.total:.1f}" if score else "-",
        str(trial.steps),
        seconds(trial.duration_s),
        money(trial.cost_usd),
    )
    return trial, outcome, "good" if trial.solved else "bad", figures
