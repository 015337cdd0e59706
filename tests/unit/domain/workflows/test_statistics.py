"""Rates known from a few runs, compared with published values."""

import pytest

from architect.domain.workflows.statistics import (
    effective_size,
    holm,
    sign_test,
    wilson_interval,
)


@pytest.mark.parametrize(
    ("successes", "runs", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # What the test of the whole command shows.
        (3, 4, 0.3006, 0.9544),
        (1, 4, 0.0456, 0.6994),
        (4, 4, 0.5101, 1.0),
    ],
)
def test_a_rate_has_the_interval_of_wilson(
    successes: int, runs: int, low: float, high: float
) -> None:
    assert wilson_interval(successes / runs, runs) == pytest.approx((low, high), abs=5e-5)


def test_without_a_run_nothing_is_known_of_a_rate() -> None:
    assert wilson_interval(0.0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("clusters", "size"),
    [
        ([[True], [False], [True], [True]], 4),
        ([[True, False, True]], 3),
        ([[True] * 10, [False] * 10], 2),
        ([[True, False] * 5, [True, False] * 5], 20),
        ([[True] * 5, [True] * 5, [True] * 5], 3),
        ([[True, True], [False, False], [True, False]], 3),
        ([[True] * 4, [True, False] * 2, [True] + [False] * 3], 5),
    ],
)
def test_repetitions_of_a_task_count_less_the_more_they_are_alike(
    clusters: list[list[bool]], size: float
) -> None:
    assert effective_size(clusters) == pytest.approx(size)


@pytest.mark.parametrize(
    ("more", "fewer", "p"),
    [
        # As scipy.stats.binomtest(more, more + fewer, 0.5).pvalue.
        (0, 0, 1.0),
        (1, 0, 1.0),
        (2, 0, 0.5),
        (6, 0, 0.03125),
        (0, 6, 0.03125),
        (5, 5, 1.0),
        (9, 1, 0.021484375),
        (15, 5, 0.04138946533203125),
    ],
)
def test_differences_are_judged_by_the_exact_sign_test(more: int, fewer: int, p: float) -> None:
    assert sign_test(more, fewer) == pytest.approx(p)


def test_several_comparisons_are_adjusted_and_stay_in_their_order() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
