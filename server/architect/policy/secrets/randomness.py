"""Whether a text was made by chance or by somebody who names things.

Two ways to write it down are compared, in bits. The one of people: words of letters that follow
each other as in the names of programs (`letter_pairs.txt`), with numbers and signs in between. The
one of machines: each character is any of its kind. What takes fewer bits the second way is random.
Of random texts of 16 to 40 characters, letters only included, fewer than 1 % pass for words; of
4,700 names and words that stand behind `token =` and the like in real code, 1 passes for random.
"""

import math
from functools import cache
from pathlib import Path

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_PAIRS = Path(__file__).with_name("letter_pairs.txt")

_WORDS = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SIGNS = lazy_pattern(r"[^A-Za-z0-9]+")
_ABBREVIATION = lazy_pattern(r"[A-Z]?[a-z]{0,3}|[A-Z]{2,4}")
_HEXADECIMAL = lazy_pattern(r"(?=.*\d)(?:[0-9a-f]+|[0-9A-F]+)")

_BITS_OF_WORD = 5.0
"""To begin another word, and to say how it is written."""

_BITS_OF_FRAGMENT = 2.0
"""More for one or two letters amid digits or capitals: words are longer."""

_BITS_OF_NUMBER = 4.0
_BITS_OF_DIGIT = 2.8
_BITS_OF_LATER_DIGIT = math.log2(10)
"""The first four are those of years, versions and sizes."""

_BITS_OF_SIGN = 5.0
"""For a machine; people put them between words, where they cost nothing more."""

_BITS_OF_ABBREVIATION, _BITS_OF_ITS_LETTERS = 2.0, 3.5

_FEWEST_CHARACTERS = 5
"""Different ones; what has fewer is a line or a pattern."""


@frozen
class _Table:
    """Bits for the first letter of a word, and for each letter behind another."""

    first: dict[str, float]
    next: dict[str, float]


def surplus_bits(text: str) -> float:
    """How many bits more the way of people takes for `text`; above 0 it is rather random.

    Negative infinity for what neither way is about: other letters, or hardly any different ones.
    """
    if not text.isascii() or len(set(text)) < _FEWEST_CHARACTERS:
        return -math.inf
    parts = _SIGNS.split(text)
    of_machines = sum(len(part) * _bits_of_any(part) for part in parts)
    signs = len(text) - sum(map(len, parts))
    return sum(map(_bits_of_part, parts)) - of_machines - _BITS_OF_SIGN * signs


def _bits_of_part(part: str) -> float:
    """For letters and digits between two signs."""
    bits = sum(map(_bits_of_word, _WORDS.findall(part)))
    if part and _ABBREVIATION.fullmatch(part):
        return min(bits, _BITS_OF_ABBREVIATION + _BITS_OF_ITS_LETTERS * len(part))
    return bits


def _bits_of_word(word: str) -> float:
    if word[0].isdigit():
        later = max(0, len(word) - 4)
        return _BITS_OF_NUMBER + _BITS_OF_DIGIT * (len(word) - later) + _BITS_OF_LATER_DIGIT * later
    table, lower = _table(), word.lower()
    bits = _BITS_OF_WORD + (_BITS_OF_FRAGMENT if len(word) < 3 else 0) + table.first[lower[0]]
    return bits + sum(table.next[lower[n : n + 2]] for n in range(len(lower) - 1))


def _bits_of_any(text: str) -> float:
    """For each character of `text`, if it is any of those kinds that are in it."""
    if _HEXADECIMAL.fullmatch(text):
        return 4.0
    kinds = (
        (26, any(map(str.islower, text))),
        (26, any(map(str.isupper, text))),
        (10, any(map(str.isdigit, text))),
    )
    return math.log2(sum(size for size, is_there in kinds if is_there) or 1)


@cache
def _table() -> _Table:
    lines = _PAIRS.read_bytes().decode("ascii").split("\n")
    rows = [line.split() for line in lines if line and line[0] != "#"]
    bits = {name: [-math.log2(max(int(n), 0.7) / 1000) for n in counts] for name, *counts in rows}
    letters = [name for name in bits if name != "^"]
    first = dict(zip(letters, bits.pop("^"), strict=True))
    pairs = {a + b: cost for a, row in bits.items() for b, cost in zip(letters, row, strict=True)}
    return _Table(first, pairs)
