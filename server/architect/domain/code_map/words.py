"""The words of names and questions: parts of identifiers, in lower case and without endings."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from architect.lazy_pattern import lazy_pattern

MOST_LETTERS = 24
"""Of a word; what is longer is no word, and may be a key."""

_PARTS = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_IDENTIFIER = lazy_pattern(r"[A-Za-z_$][A-Za-z0-9_$]*")

_ENDINGS = (
    "ations", "ation", "ating", "ators", "ator", "ated", "ates", "ate", "ities", "ings",
    "ions", "ing", "ies", "ied", "ers", "ity", "ion", "ors", "ed",
    "er", "es", "or", "ly", "s", "e", "y",
)  # fmt: skip
"""Cut off where four letters remain, so that words of one stem count as one."""

_QUESTION_WORDS = """
a about all an and any are as at be been being between but by can code could decide decided
decides decision defined define definition did do does done each exactly file files find for
from function get gets had handle handled handles happen happens has have how i if implement
implemented in into is it its line lines located made make makes me method more must need of on
one only or our out over please same set sets shall should show so some take takes than that the
their them then there these they this those to two up us use used uses using was we what when
where whether which while who whom why will with would you your
"""
_SAY_NOTHING = frozenset(_QUESTION_WORDS.split())
"""What questions consist of beside what they are about."""


@lru_cache(maxsize=30_000)
def stem(word: str) -> str:
    """`word` in lower case without its ending: `retries` and `retry` are both `retr`."""
    word = word.lower()
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return _undoubled(word[: -len(ending)])
    return word


def words_of(text: str) -> list[str]:
    """The stems in `text`, camelCase and snake_case taken apart; numbers and letters are none."""
    parts = _PARTS.findall(text)
    return [stem(part) for part in parts if 2 <= len(part) <= MOST_LETTERS and part.isalpha()]


def asked_words(text: str) -> list[str]:
    """The stems of a question that say what it is about, each once, in their order."""
    parts = (part for part in _PARTS.findall(text) if part.isalpha())
    meant = (part for part in parts if part.lower() not in _SAY_NOTHING)
    return list(dict.fromkeys(stem(part) for part in meant if 2 <= len(part) <= MOST_LETTERS))


def identifiers_in(text: str) -> set[str]:
    """What in a text of people could be a name in the source rather than a word."""
    return {name for name in _IDENTIFIER.findall(text) if _looks_like_code(name)}


def stem_counts(counts: Mapping[str, int]) -> Mapping[str, int]:
    """How often each stem occurs, by how often each part of an identifier does."""
    stems: Counter[str] = Counter()
    for part, count in counts.items():
        if 2 <= len(part) <= MOST_LETTERS:
            stems[stem(part)] += count
    return stems


def _looks_like_code(name: str) -> bool:
    inner = name.strip("_")
    if len(inner) < 3 or name.lower() in _SAY_NOTHING:
        return False
    return "_" in inner or bool(re.search(r"[a-z][A-Z]|^[A-Z][a-z]", inner))


def _undoubled(word: str) -> str:
    doubled = len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls"
    return word[:-1] if doubled else word
