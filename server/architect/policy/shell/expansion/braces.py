"""Brace expansion: `{a,b}` becomes two words."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from architect.lazy_pattern import lazy_pattern

MAX_SPELLINGS = 500
"""Of a word; what is expanded to more is not expanded to its end."""

_MAX_DEPTH = 20
_MAX_BRACED = 1_000
"""Characters of a word whose braces are expanded."""

_SEQUENCE = lazy_pattern(
    r"\{(?:([A-Za-z])\.\.([A-Za-z])|(-?\d{1,18})\.\.(-?\d{1,18}))(?:\.\.-?\d+)?\}"
)
"""`{a..z}` and `{1..9}`, which become one word for each letter or number."""

_MARKS = lazy_pattern(r"[{},]")


def braced_texts(text: str, depth: int = 0) -> Iterator[str]:
    """`text` with the alternatives of its first braces, again and again."""
    text = _SEQUENCE.sub(_one_of_sequence, text)
    found = _first_braces(text) if depth < _MAX_DEPTH and len(text) < _MAX_BRACED else None
    if found is None:
        yield text
        return
    start, end, alternatives = found
    for alternative in alternatives:
        yield from braced_texts(text[:start] + alternative + text[end:], depth + 1)


def is_expanded_to_the_end(text: str) -> bool:
    """Whether the limits leave nothing out of what `text` becomes."""
    if "{" not in text:
        return True
    texts = list(islice(braced_texts(text), MAX_SPELLINGS + 1))
    return len(texts) <= MAX_SPELLINGS and not any(map(_first_braces, texts))


def _one_of_sequence(found: re.Match[str]) -> str:
    """The only word of a sequence, or a pattern of its letters; one of numbers stays."""
    first, last, low, high = found.groups()
    if first is None:
        return low if low == high else found[0]
    return first if first == last else f"[{min(first, last)}-{max(first, last)}]"


def with_patterns(text: str) -> str:
    """`text` with a pattern for each sequence of numbers that is left in it."""
    return _SEQUENCE.sub("*[0-9]", text)


def _first_braces(text: str) -> tuple[int, int, list[str]] | None:
    """Start, end and alternatives of the first `{a,b}` that is balanced."""
    open_braces: list[list[int]] = []
    best: list[int] | None = None
    for mark in _MARKS.finditer(text):
        if mark[0] == "{":
            open_braces.append([mark.start()])
        elif open_braces and mark[0] == ",":
            open_braces[-1].append(mark.start())
        elif open_braces:
            cuts = [*open_braces.pop(), mark.start()]
            if len(cuts) > 2 and (best is None or cuts[0] < best[0]):
                best = cuts
            if best is not None and not open_braces:
                break
    if best is None:
        return None
    alternatives = [text[cut + 1 : after] for cut, after in pairwise(best)]
    return best[0], best[-1] + 1, alternatives
