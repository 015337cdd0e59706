"""The numbers by which the person at the terminal calls undecided changes."""

import re
from collections.abc import Iterable, Iterator, Sequence

from architect.app.session_hunks import ListedHunk
from architect.domain.errors import UserError
from architect.domain.ids import HunkId
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_NUMBERS = lazy_pattern(r"\d{1,9}(?:-\d{1,9})?(?:[\s,]+\d{1,9}(?:-\d{1,9})?)*")
_SPAN = lazy_pattern(r"(\d+)(?:-(\d+))?")


class HunkNumbers:
    """A change keeps its number as long as the conversation goes on, and no other one gets it:
    a command that waited means what it meant when it was typed.
    """

    def __init__(self) -> None:
        self._numbers: dict[HunkId, int] = {}

    def numbered(self, hunks: Iterable[ListedHunk]) -> list[tuple[int, ListedHunk]]:
        """By their numbers; those not listed before get the next ones, in their order."""
        found: list[tuple[int, ListedHunk]] = []
        for hunk in hunks:
            known = [self._numbers[one] for one in hunk.hunk_ids if one in self._numbers]
            number = min(known) if known else max(self._numbers.values(), default=0) + 1
            for one in hunk.hunk_ids:
                self._numbers.setdefault(one, number)
            found.append((number, hunk))
        return sorted(found, key=lambda pair: pair[0])

    def meant(self, words: str) -> Sequence[int]:
        """The numbers that `words`, such as `2 5-7`, mean of those that were given.

        Raises:
            UserError: there is no such number.
        """
        given = sorted(set(self._numbers.values()))
        chosen: dict[int, None] = {}
        for first, last in _spans(words):
            inside = [number for number in given if first <= number <= last]
            if not inside:
                raise UserError(
                    english("there is no change {number}; /hunks lists them", number=first)
                )
            chosen |= dict.fromkeys(inside)
        return tuple(chosen)

    def ids_of(self, number: int) -> frozenset[HunkId]:
        return frozenset(one for one, each in self._numbers.items() if each == number)


def are_numbers(words: str) -> bool:
    """Whether `words` mean changes by their numbers: `3`, `2 5-7`, `1,2`."""
    return _NUMBERS.fullmatch(words) is not None


def _spans(words: str) -> Iterator[tuple[int, int]]:
    for match in re.finditer(_SPAN.pattern, words):
        yield int(match[1]), int(match[2] or match[1])
