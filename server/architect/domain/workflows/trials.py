"""What an evaluation compares: runs of variants at tasks, and the score of each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from architect.domain.ids import UnitId
from architect.domain.outcome import Status
from architect.frozen import frozen

CHECKS, STATUS, EFFICIENCY, COST = 40.0, 30.0, 20.0, 10.0
"""What can be had for each part of a score, 100 together."""

_OF_STATUS = {Status.SUCCESS: 30.0, Status.PARTIAL: 15.0, Status.FAILED: 0.0}
_TIMED_OUT = 5.0


@frozen(kw_only=True)
class Trial:
    """The run of a variant at a task, one of several if it is repeated.

    `left_out` says why it tells nothing of the variant and counts nowhere; empty if it counts.
    `solved` is that the agent was done and all checks passed. `overwritten` are files of the checks
    that the agent had touched. `cost_usd` is None if a price is unknown.
    """

    unit_id: UnitId
    task: str
    variant: str
    number: int
    left_out: str = ""
    solved: bool = False
    status: Status | None = None
    timed_out: bool = False
    checks_passed: int = 0
    checks: int = 0
    steps: int = 0
    duration_s: float = 0.0
    cost_usd: float | None = 0.0
    shortcoming: str = ""
    overwritten: tuple[str, ...] = ()


@frozen(kw_only=True)
class Score:
    """The parts of a score; None if it cannot be known, and then the others make up the 100."""

    checks: float | None
    status: float
    efficiency: float
    cost: float | None

    @property
    def total(self) -> float:
        parts = ((self.checks, CHECKS), (self.status, STATUS), (self.efficiency, EFFICIENCY))
        known = [(had, most) for had, most in (*parts, (self.cost, COST)) if had is not None]
        return 100 * sum(had for had, _ in known) / sum(most for _, most in known)


def counted_trials(trials: Iterable[Trial]) -> list[Trial]:
    return [each for each in trials if not each.left_out]


def scores(trials: Sequence[Trial]) -> dict[UnitId, Score]:
    """The score of each trial that counts.

    Efficiency and cost are relative to the best trial, of any variant, that solved the same task:
    the fewest steps, and the lowest cost, get all points, twice as much gets half of them. A trial
    that did not solve its task gets none, since giving up at once is no efficiency.
    """
    solved: defaultdict[str, list[Trial]] = defaultdict(list)
    counted = counted_trials(trials)
    for each in counted:
        if each.solved:
            solved[each.task].append(each)
    return {each.unit_id: _score(each, solved[each.task]) for each in counted}


def _score(trial: Trial, solved: Sequence[Trial]) -> Score:
    costs = [each.cost_usd for each in solved if each.cost_usd is not None]
    efficiency, cost = 0.0, None if trial.cost_usd is None else 0.0
    if trial.solved:
        efficiency = EFFICIENCY * _share(min(each.steps for each in solved), trial.steps)
        cost = None if trial.cost_usd is None else COST * _share(min(costs), trial.cost_usd)
    return Score(
        checks=CHECKS * trial.checks_passed / trial.checks if trial.checks else None,
        status=_TIMED_OUT if trial.timed_out else _OF_STATUS[trial.status or Status.FAILED],
        efficiency=efficiency,
        cost=cost,
    )


def _share(least: float, own: float) -> float:
    return 1.0 if own <= least else least / own
