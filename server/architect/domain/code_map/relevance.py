"""How well files answer a question: BM25 over the words of their path, definitions and text.

The formula is that of BM25F: https://www.staff.city.ac.uk/~sbrp622/papers/foundations_bm25_review.pdf
"""

from collections.abc import Sequence
from math import log

from architect.frozen import frozen

_K1 = 1.2
_B = 0.6
_OF_THE_PATH = 6.0
_OF_A_DEFINITION = 3.0


@frozen
class WordsFound:
    """How often each asked word is in one file, in the order of the words; `size` in words."""

    in_path: Sequence[int]
    in_definitions: Sequence[int]
    in_text: Sequence[int]
    size: int


def scores(found: Sequence[WordsFound], asked: int) -> list[float]:
    """How well each file fits the `asked` words; 0 for one that has none of them.

    Files with more of the words go before files with one of them many times.
    """
    if not found:
        return []
    average = sum(one.size for one in found) / len(found) or 1.0
    weights = [_rareness(found, at) for at in range(asked)]
    most = sum(weights) or 1.0
    return [_score(one, weights, average=average, most=most) for one in found]


def _rareness(found: Sequence[WordsFound], at: int) -> float:
    having = sum(1 for one in found if one.in_text[at] or one.in_path[at])
    return log(1 + (len(found) - having + 0.5) / (having + 0.5))


def _score(one: WordsFound, weights: Sequence[float], *, average: float, most: float) -> float:
    length = 1 - _B + _B * one.size / average
    score = covered = 0.0
    for at, weight in enumerate(weights):
        frequency = (
            min(one.in_path[at], 2) * _OF_THE_PATH
            + one.in_definitions[at] * _OF_A_DEFINITION / length
            + one.in_text[at] / length
        )
        if frequency:
            score += weight * frequency * (_K1 + 1) / (frequency + _K1)
            covered += weight
    return score * (0.3 + 0.7 * covered / most)
