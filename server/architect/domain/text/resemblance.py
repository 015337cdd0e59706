"""Where a text that was not found should probably have stood, and what is different there."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations

_PROBED_LINES = 4
_PROBED_WORDS = 10
"""Looked up, the longest first; each costs one pass over the text."""
_HITS_PER_PROBE = 50
_CANDIDATES = 8
_COMPARED_LINES = 30
_COMPARED_CHARACTERS = 200
_MIN_SIMILARITY = 0.4
_SHOWN_LINES = 9
_SHOWN_CHARACTERS = 120
_EXPLAINED_CHARACTERS = 100_000

_ASCII_FOR_TYPOGRAPHY = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "...", "\xa0": " "}
)

_TOLERANCES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("whitespace (indentation, tabs, or spaces at line ends)", lambda text: "".join(text.split())),
    ("typographic quotes, dashes or spaces", lambda text: text.translate(_ASCII_FOR_TYPOGRAPHY)),
    ("upper and lower case", str.casefold),
)


def closest_line(text: str, wanted: Sequence[str]) -> int | None:
    """The index of the line of `text` where the lines `wanted` resemble it most, None if nowhere.

    The lines of `text` end at LF. Only places that share a word with `wanted` are considered.
    """
    candidates = _candidate_lines(text.lower(), wanted)
    if not candidates:
        return None
    lines = text.split("\n")
    scored = [(_similarity(lines[at : at + len(wanted)], wanted), -at) for at in candidates]
    best, at = max(scored)
    return -at if best >= _MIN_SIMILARITY else None


def only_difference(found: str, wanted: str) -> str | None:
    """The differences but for which `found` would contain `wanted`; None if the text is another."""
    if len(found) > _EXPLAINED_CHARACTERS:
        return None
    for size in range(1, len(_TOLERANCES) + 1):
        for chosen in combinations(_TOLERANCES, size):
            plain_found, plain_wanted = found, wanted
            # Backwards, so that whitespace goes last: the others may bring some.
            for _, plain in reversed(chosen):
                plain_found, plain_wanted = plain(plain_found), plain(plain_wanted)
            if plain_wanted and plain_wanted in plain_found:
                return " and ".join(name for name, _ in chosen)
    return None


def numbered(lines: Sequence[str], first: int, *, around: int = 0) -> str:
    """`lines` for a message, with their numbers from `first` on.

    A bearable number of them, those near the index `around`, each cut to a bearable length.
    """
    start = max(min(around - _SHOWN_LINES // 2, len(lines) - _SHOWN_LINES), 0)
    window = lines[start : start + _SHOWN_LINES]
    shown = [
        f"{number:>6}  {line[:_SHOWN_CHARACTERS]}{'...' if len(line) > _SHOWN_CHARACTERS else ''}"
        for number, line in enumerate(window, start=first + start)
    ]
    behind = len(lines) - start - len(window)
    return "\n".join([*shown, f"        ({behind} more lines)"] if behind else shown)


def spelt_out(actual: str, expected: str) -> tuple[str, str]:
    """Two different lines in quotes, where whitespace can be told apart; cut around the place."""
    pairs = enumerate(zip(actual, expected, strict=False))
    same = next((i for i, (one, other) in pairs if one != other), min(len(actual), len(expected)))
    start = max(same - _SHOWN_CHARACTERS // 3, 0) if same > _SHOWN_CHARACTERS // 2 else 0
    return _excerpt(actual, start), _excerpt(expected, start)


def _excerpt(line: str, start: int) -> str:
    piece = line[start : start + _SHOWN_CHARACTERS]
    end = "..." if start + len(piece) < len(line) else ""
    return f"{'...' if start else ''}{piece!r}{end}"


def _candidate_lines(text: str, wanted: Sequence[str]) -> list[int]:
    """Where `wanted` would begin if its words stood where they do; rare words count for more."""
    votes: defaultdict[int, float] = defaultdict(float)
    for word, offset in _probes(wanted):
        hits = _lines_with(text, word)
        for line in hits:
            votes[max(line - offset, 0)] += 1 / len(hits)
    return sorted(votes, key=lambda line: (-votes[line], line))[:_CANDIDATES]


def _probes(wanted: Sequence[str]) -> list[tuple[str, int]]:
    """The longest lines and words of `wanted`, in lower case, each with the index of its line."""
    lines: dict[str, int] = {}
    words: dict[str, int] = {}
    for index, line in enumerate(wanted):
        lines.setdefault(line.strip().lower(), index)
        for word in re.findall(r"\w+", line.lower()):
            words.setdefault(word, index)
    lines.pop("", None)
    return [*_longest(lines, _PROBED_LINES), *_longest(words, _PROBED_WORDS)]


def _longest(places: dict[str, int], count: int) -> list[tuple[str, int]]:
    return sorted(places.items(), key=lambda item: (-len(item[0]), item[1]))[:count]


def _lines_with(text: str, word: str) -> list[int]:
    """The first lines that contain `word`, as indexes."""
    lines: list[int] = []
    line = counted_to = 0
    at = text.find(word)
    while at >= 0 and len(lines) < _HITS_PER_PROBE:
        line += text.count("\n", counted_to, at)
        lines.append(line)
        counted_to = at
        end = text.find("\n", at)
        at = text.find(word, end) if end >= 0 else -1
    return lines


def _similarity(found: Sequence[str], wanted: Sequence[str]) -> float:
    """From 0 to 1: how alike the lines are, pair by pair, whatever their indentation."""
    from difflib import SequenceMatcher

    total = weight = 0.0
    for index, line in enumerate(wanted[:_COMPARED_LINES]):
        expected = line.strip()[:_COMPARED_CHARACTERS]
        actual = found[index].strip()[:_COMPARED_CHARACTERS] if index < len(found) else ""
        if expected:
            total += len(expected) * SequenceMatcher(None, expected, actual, autojunk=False).ratio()
            weight += len(expected)
    return total / weight if weight else 0.0
