"""Words that the forms of an evaluation have in common."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from architect.app.workflows.evaluation_result import EvaluationResult
from architect.domain.text.counted import counted
from architect.domain.text.duration import read_duration
from architect.domain.workflows.standings import Comparison, Standing
from architect.domain.workflows.trials import Trial
from architect.l10n import at, english, shown

COLUMNS = (
    english("variant"),
    english("solved"),
    english("pass rate"),
    english("95 % interval"),
    english("score"),
    english("cost / solved"),
    english("time / solved"),
    english("steps / run"),
)
NOTHING = "-"
SIGNIFICANT = 0.05

_INTERVAL = english("{low:.0%} to {high:.0%}")
_CLEAR = english(
    "{first} solved more than {second} at {better} of {tasks} and less at {worse}: p = {p:.2g}"
)
_MAY_BE_CHANCE = english(
    "{first} solved more than {second} at {better} of {tasks} and less at {worse}: p = {p:.2g}, "
    "which may be chance"
)


def row(standing: Standing, tell: Callable[..., str] = english) -> tuple[str, ...]:
    """A variant in these columns; `t` for `tell` has it in the language of the user."""
    nothing = not standing.trials
    return (
        standing.variant,
        f"{standing.solved}/{standing.trials}",
        NOTHING if standing.pass_rate is None else f"{standing.pass_rate:.0%}",
        NOTHING if nothing else tell(_INTERVAL, low=standing.low, high=standing.high),
        NOTHING if standing.score is None else f"{standing.score:.1f}",
        money(standing.cost_per_solved_usd),
        seconds(standing.time_per_solved_s),
        NOTHING if nothing else f"{standing.steps / standing.trials:.1f}",
    )


def money(value: float | None) -> str:
    return NOTHING if value is None else f"${value:.4f}"


def seconds(value: float | None) -> str:
    return NOTHING if value is None else shown(read_duration(value))


def comparison_words(compared: Comparison) -> str:
    """`a solved more than b at 2 of 4 tasks and less at 0: p = 0.5, which may be chance`."""
    first, second = compared.first, compared.second
    if not compared.tasks:
        return english("{first} and {second} have no task in common", first=first, second=second)
    return english(
        _CLEAR if compared.p_adjusted < SIGNIFICANT else _MAY_BE_CHANCE,
        first=first,
        second=second,
        better=compared.better,
        tasks=counted(compared.tasks, "task"),
        worse=compared.worse,
        p=compared.p_adjusted,
    )


def left_out_words(trials: Sequence[Trial]) -> list[str]:
    """What counts nowhere, by its reason."""
    by_reason: defaultdict[tuple[str, str], list[Trial]] = defaultdict(list)
    for each in trials:
        by_reason[each.variant, each.left_out].append(each)
    return [
        at(f"{variant}: {', '.join(map(_run, found))}", reason)
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
        *(
            [english("{number} runs of each", number=settings.repeat)]
            if settings.repeat > 1
            else ()
        ),
    ]
    if not result.is_over:
        parts.append(
            english("not at its end ({reason})", reason=result.reason or english("it runs"))
        )
    return ", ".join(parts)


def _run(trial: Trial) -> str:
    return (
        trial.task
        if trial.number == 1
        else english("{task} (run {number})", task=trial.task, number=trial.number)
    )
