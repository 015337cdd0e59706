"""What a run of an evaluation scores, and how variants stand."""

from typing import Any

import pytest

from architect.domain.ids import UnitId
from architect.domain.outcome import Status
from architect.domain.workflows.standings import standings
from architect.domain.workflows.trials import Trial, scores


def trial(task: str, variant: str, number: int = 1, **more: Any) -> Trial:
    given: dict[str, Any] = {
        "solved": True,
        "status": Status.SUCCESS,
        "checks": 2,
        "checks_passed": 2,
        "steps": 4,
        "duration_s": 10.0,
        "cost_usd": 0.1,
    }
    unit_id = UnitId(f"{task}-{variant}-{number}")
    return Trial(unit_id=unit_id, task=task, variant=variant, number=number, **given | more)


FAILED = {"solved": False, "checks_passed": 0}


@pytest.mark.parametrize(
    ("more", "total"),
    [
        pytest.param({}, 100, id="all checks, success, as few steps and as cheap as the best"),
        pytest.param({"steps": 8}, 90, id="twice the steps: half of 20"),
        pytest.param({"cost_usd": 0.4}, 92.5, id="four times the cost: a quarter of 10"),
        pytest.param({"checks_passed": 1, "solved": False}, 50, id="half of the checks: 20 + 30"),
        pytest.param(FAILED | {"status": Status.PARTIAL}, 15, id="partial"),
        pytest.param(FAILED | {"status": Status.PARTIAL, "timed_out": True}, 5, id="out of time"),
        pytest.param(FAILED | {"status": Status.FAILED}, 0, id="failed"),
        pytest.param(FAILED | {"steps": 1, "cost_usd": 0.0}, 30, id="giving up is not efficient"),
        pytest.param({"cost_usd": None}, 100, id="of 90 if the price is unknown"),
        pytest.param({"cost_usd": None, "steps": 8}, 100 * 80 / 90, id="80 of 90"),
        pytest.param({"checks": 0, "checks_passed": 0}, 100, id="of 60 without checks"),
        pytest.param(
            {"checks": 0, "checks_passed": 0, "status": Status.PARTIAL, "solved": False},
            25,
            id="15 of 60",
        ),
    ],
)
def test_a_score_is_made_of_checks_status_efficiency_and_cost(
    more: dict[str, Any], total: float
) -> None:
    mine = trial("t", "mine", **more)
    assert scores([trial("t", "best"), mine])[mine.unit_id].total == pytest.approx(total)


def test_what_costs_nothing_is_as_cheap_as_can_be() -> None:
    free, paid = trial("t", "free", cost_usd=0.0), trial("t", "paid")
    found = scores([free, paid])
    assert (found[free.unit_id].cost, found[paid.unit_id].cost) == (10, 0)


def test_only_runs_of_the_same_task_that_solved_it_are_compared_with() -> None:
    mine = trial("t", "mine", steps=8)
    others = [trial("u", "mine", steps=1), trial("t", "poor", steps=1, **FAILED)]
    assert scores([mine, *others])[mine.unit_id].total == 100


def test_variants_are_ranked_by_what_they_solved() -> None:
    trials = [
        *(trial(f"t{n}", "A", **({} if n != 4 else FAILED)) for n in range(1, 5)),
        *(trial(f"t{n}", "B", **({} if n == 1 else FAILED)) for n in range(1, 5)),
    ]
    found = standings(["B", "A"], trials)
    a, b = found.variants
    assert [(each.variant, each.solved, each.trials) for each in (a, b)] == [
        ("A", 3, 4),
        ("B", 1, 4),
    ]
    assert (a.pass_rate, a.low, a.high) == pytest.approx((0.75, 0.3006, 0.9544), abs=5e-5)
    assert (b.pass_rate, b.low, b.high) == pytest.approx((0.25, 0.0456, 0.6994), abs=5e-5)
    assert (a.cost_per_solved_usd, a.time_per_solved_s) == pytest.approx((0.4 / 3, 40 / 3))
    [compared] = found.comparisons
    assert (compared.first, compared.tasks, compared.better, compared.worse) == ("A", 4, 2, 0)
    assert (compared.difference, compared.p_value) == (0.5, 0.5)


def test_what_is_left_out_counts_nowhere() -> None:
    cut = trial("t2", "A", left_out="cut off by the budget", **FAILED, cost_usd=9.0)
    trials = [trial("t1", "A"), cut, trial("t1", "B"), trial("t2", "B")]
    found = standings(["A", "B"], trials)
    a = next(each for each in found.variants if each.variant == "A")
    assert (a.trials, a.left_out, a.pass_rate, a.cost_usd) == (1, 1, 1.0, 0.1)
    assert cut.unit_id not in found.scores
    assert found.comparisons[0].tasks == 1
    assert found.left_out == (cut,)


def test_nothing_is_said_of_a_variant_that_never_ran() -> None:
    never = trial("t", "B", left_out="no key", **FAILED)
    a, b = standings(["A", "B"], [trial("t", "A"), never]).variants
    assert a.variant == "A"
    assert (b.pass_rate, b.score, b.low, b.high) == (None, None, 0.0, 1.0)
    assert (b.cost_per_solved_usd, b.time_per_solved_s) == (None, None)


def test_repetitions_widen_the_interval_if_they_are_alike() -> None:
    trials = [
        trial(f"t{n}", "A", m, **({} if n < 4 else FAILED)) for n in range(1, 5) for m in (1, 2)
    ]
    [a] = standings(["A"], trials).variants
    assert (a.trials, a.tasks, a.pass_rate) == (8, 4, 0.75)
    assert (a.low, a.high) == pytest.approx((0.3006, 0.9544), abs=5e-5)
