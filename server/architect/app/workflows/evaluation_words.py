"""Words that the forms of an evaluation have in common."""

from collections import defaultdict
from collections.abc import Sequence

from architect.app.workflows.evaluation_result import EvaluationResult
from architect.domain.text.counted import counted
from architect.domain.workflows.standings import Comparison, Standing
from architect.domain.workflows.trials import Trial

COLUMNS = (
    "variant",
    "solved",
    "pass rate",
    "95 % interval",
    "score",
    "cost / solved",
    "time / solved",
    "steps / run",
)
NOTHING = "-"
SIGNIFICANT = 0.05


def row(standing: Standing) -> tuple[str, ...]:
    """A variant in these columns."""
    nothing = not standing.trials
    return (
        standing.variant,
        f"{standing.solved}/{standing.trials}",
        NOTHING if standing.pass_rate is None else f"{standing.pass_rate:.0%}",
        NOTHING if nothing else f"{standing.low:.0%} to {standing.high:.0%}",
        NOTHING if standing.score is None else f"{standing.score:.1f}",
        money(standing.cost_per_solved_usd),
        seconds(standing.time_per_solved_s),
        NOTHING if nothing else f"{standing.steps / standing.trials:.1f}",
    )


def money(value: float | None) -> str:
    return NOTHING if value is None else f"${value:.4f}"


def seconds(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.1f} s"


def comparison_words(compared: Comparison) -> str:
    """`a solved more than b at 2 of 4 tasks and less at 0: p = 0.5, which may be chance`."""
    if not compared.tasks:
        return f"{compared.first} and {compared.second} have no task in common"
    verdict = "" if compared.p_adjusted < SIGNIFICANT else ", which may be chance"
    return (
        f"{compared.first} solved more than {compared.second} at {compared.better} of "
        f"{counted(compared.tasks, 'task')} and less at {compared.worse}: "
        f"p = {compared.p_adjusted:.2g}{verdict}"
    )


def left_out_words(trials: Sequence[Trial]) -> list[str]:
    """What counts nowhere, by its reason."""
    by_reason: defaultdict[tuple[str, str], list[Trial]] = defaultdict(list)
    for each in trials:
        by_reason[each.variant, each.left_out].append(each)
    return [
        f"{variant}: {', '.join(map(_run, found))}: {reason}"
        for (variant, reason), found in by_reason.items()
    ]


def overwritten_words(trials: Sequence[Trial]) -> list[str]:
    """Which runs touched what the checks brought."""
    return [
        f"{each.variant}: {_run(each)}: {', '.join(each.overwritten)}"
        for each in trials
        if each.overwritten
    ]


def headline(result: EvaluationResult) -> str:
    settings = result.settings
    parts = [
        counted(len(settings.tasks), "task"),
        counted(len(settings.variants), "variant"),
        *([f"{settings.repeat} runs of each"] if settings.repeat > 1 else ()),
        *(() if result.is_over else (f"not at its end ({result.reason or 'it runs'})",)),
    ]
    return ", ".join(parts)


def _run(trial: Trial) -> str:
    return trial.task if trial.number == 1 else f"{trial.task} (run {trial.number})"
