"""How the variants of an evaluation did, and how they compare."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from architect.domain.ids import UnitId
from architect.domain.workflows.statistics import (
    effective_size,
    holm,
    sign_test,
    wilson_interval,
)
from architect.domain.workflows.trials import Score, Trial, counted_trials, scores
from architect.frozen import frozen


@frozen(kw_only=True)
class Standing:
    """How one variant did; of the trials that count, unless it says otherwise.

    Rates, scores and costs are None if nothing is known of them: no trial counts, nothing was
    solved, a price is unknown. `low` and `high` bound the pass rate with 95 % confidence.
    """

    variant: str
    trials: int
    left_out: int
    tasks: int
    solved: int
    pass_rate: float | None
    low: float
    high: float
    score: float | None
    steps: int
    cost_usd: float | None
    duration_s: float

    @property
    def cost_per_solved_usd(self) -> float | None:
        """What was spent on all trials, for each that solved its task."""
        return None if self.cost_usd is None or not self.solved else self.cost_usd / self.solved

    @property
    def time_per_solved_s(self) -> float | None:
        return self.duration_s / self.solved if self.solved else None


@frozen(kw_only=True)
class Comparison:
    """Two variants at the tasks that both have trials of.

    `better` are the tasks that `first` solved more often than `second`, `worse` less often.
    `difference` is that of their pass rates, with every task counted the same.
    """

    first: str
    second: str
    tasks: int
    better: int
    worse: int
    difference: float
    p_value: float
    p_adjusted: float


@frozen
class Standings:
    """All of it; `variants` are ranked by pass rate, then score."""

    variants: tuple[Standing, ...]
    comparisons: tuple[Comparison, ...]
    trials: tuple[Trial, ...]
    scores: Mapping[UnitId, Score]

    @property
    def left_out(self) -> tuple[Trial, ...]:
        return tuple(each for each in self.trials if each.left_out)


def standings(variants: Sequence[str], trials: Sequence[Trial]) -> Standings:
    """How each of the variants did in these trials."""
    of_variant: defaultdict[str, list[Trial]] = defaultdict(list)
    for each in trials:
        of_variant[each.variant].append(each)
    scored = scores(trials)
    found = [_standing(name, of_variant[name], scored) for name in variants]
    ranked = sorted(found, key=lambda each: (-(each.pass_rate or 0), -(each.score or 0)))
    names = [each.variant for each in ranked]
    return Standings(tuple(ranked), _comparisons(names, of_variant), tuple(trials), scored)


def _standing(name: str, trials: Sequence[Trial], scored: Mapping[UnitId, Score]) -> Standing:
    counted = counted_trials(trials)
    solved = sum(each.solved for each in counted)
    by_task = _by_task(counted)
    rate = solved / len(counted) if counted else None
    low, high = wilson_interval(rate or 0, effective_size(list(by_task.values())))
    costs = [each.cost_usd for each in counted]
    known = [each for each in costs if each is not None]
    totals = [scored[each.unit_id].total for each in counted]
    return Standing(
        variant=name,
        trials=len(counted),
        left_out=len(trials) - len(counted),
        tasks=len(by_task),
        solved=solved,
        pass_rate=rate,
        low=low,
        high=high,
        score=sum(totals) / len(totals) if totals else None,
        steps=sum(each.steps for each in counted),
        cost_usd=sum(known) if len(known) == len(costs) else None,
        duration_s=sum(each.duration_s for each in counted),
    )


def _by_task(counted: Sequence[Trial]) -> dict[str, list[bool]]:
    found: defaultdict[str, list[bool]] = defaultdict(list)
    for each in counted:
        found[each.task].append(each.solved)
    return dict(found)


def _comparisons(
    names: Sequence[str], of_variant: Mapping[str, Sequence[Trial]]
) -> tuple[Comparison, ...]:
    rates = {
        name: {
            task: sum(outcomes) / len(outcomes)
            for task, outcomes in _by_task(counted_trials(of_variant.get(name, ()))).items()
        }
        for name in names
    }
    found = [_compared(a, b, rates[a], rates[b]) for a, b in combinations(names, 2)]
    adjusted = holm([each.p_value for each in found])
    return tuple(
        replace(each, p_adjusted=p_adjusted)
        for each, p_adjusted in zip(found, adjusted, strict=True)
    )


def _compared(
    first: str, second: str, ours: Mapping[str, float], theirs: Mapping[str, float]
) -> Comparison:
    differences = [ours[task] - theirs[task] for task in ours if task in theirs]
    better = sum(each > 0 for each in differences)
    worse = sum(each < 0 for each in differences)
    p_value = sign_test(better, worse)
    return Comparison(
        first=first,
        second=second,
        tasks=len(differences),
        better=better,
        worse=worse,
        difference=sum(differences) / len(differences) if differences else 0.0,
        p_value=p_value,
        p_adjusted=p_value,
    )
