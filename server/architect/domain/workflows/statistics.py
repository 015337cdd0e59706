"""What can be said of rates that are known from a few runs."""

import math
from collections.abc import Sequence

_Z = 1.959963984540054
"""The normal quantile of 0.975, for an interval of 95 %."""


def wilson_interval(rate: float, size: float) -> tuple[float, float]:
    """Between what the rate behind `rate` of `size` runs lies with 95 % confidence.

    The score interval of E. B. Wilson, Probable inference, the law of succession, and statistical
    inference, JASA 22 (1927), 209-212: of use for few runs, and for rates of 0 and 1. `size` may be
    an effective one, which is no whole number. Without a run it is everything.
    """
    if size <= 0:
        return 0.0, 1.0
    square = _Z * _Z / size
    centre = rate + square / 2
    half = _Z * math.sqrt((rate * (1 - rate) + square / 4) / size)
    low, high = ((centre + sign * half) / (1 + square) for sign in (-1, 1))
    return max(low, 0.0), min(high, 1.0)


def effective_size(clusters: Sequence[Sequence[bool]]) -> float:
    """As how many independent runs those count that are repetitions of the same tasks.

    Each cluster has the runs of one task. From the clustered standard error of E. Miller, Adding
    Error Bars to Evals, arXiv:2411.00640, section 2.2; never more than there are runs, nor less
    than tasks. With one task its runs are all that is asked about, so they count as they are.
    """
    clusters = [each for each in clusters if each]
    runs, tasks = sum(map(len, clusters)), len(clusters)
    if tasks < 2:
        return float(runs)
    rate = sum(map(sum, clusters)) / runs
    if rate in (0, 1):
        return float(tasks)
    sums = (sum(outcome - rate for outcome in each) for each in clusters)
    variance = sum(each * each for each in sums) / runs**2 * tasks / (tasks - 1)
    if variance == 0:
        return float(runs)
    return min(max(rate * (1 - rate) / variance, tasks), runs)


def sign_test(more: int, fewer: int) -> float:
    """How likely such a difference, or a larger one, is by chance alone: the exact two-sided p.

    W. J. Dixon, A. M. Mood, The statistical sign test, JASA 41 (1946), 557-566. Pairs without a
    difference are left out. With one run of each it is the exact test of McNemar.
    """
    pairs = more + fewer
    tail = sum(math.comb(pairs, number) for number in range(min(more, fewer) + 1))
    return min(1.0, 2 * tail / 2**pairs)


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values of several comparisons, adjusted for how many they are.

    S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6 (1979).
    """
    adjusted = [1.0] * len(p_values)
    so_far = 0.0
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    for rank, place in enumerate(order):
        so_far = max(so_far, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = so_far
    return adjusted
