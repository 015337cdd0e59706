"""The health of code in words, the same in every front end and report."""

from collections.abc import Callable, Iterator

from architect.domain.health.changes import HealthChange, Kind
from architect.domain.health.measures import HIGH_COMPLEXITY, LONG_LINES, Totals
from architect.domain.text.counted import counted
from architect.l10n import at, english, joined

KIND_TITLES: dict[Kind, str] = {
    "complex": english("Complexity over {limit}", limit=HIGH_COMPLEXITY),
    "long": english("Over {limit} lines", limit=LONG_LINES),
    "duplicate": english("Duplicate blocks"),
}
"""The kinds of problems in the order in which they are listed."""


_WAS = english("{now} (was {number})")


def change_words(change: HealthChange) -> str:
    """`src/a.py:10 load: complexity 14 (was 9)`."""
    place = f"{change.path}:{change.line}"
    if change.kind == "duplicate":
        return at(place, _duplicate(change))
    return at(f"{place} {change.name}", _function(change))


def _function(change: HealthChange) -> str:
    def value(number: int) -> str:
        return (
            counted(number, "line")
            if change.kind == "long"
            else english("complexity {number}", number=number)
        )

    if change.after == change.before:
        return value(change.after)
    if not change.after:
        return english("gone (was {before})", before=value(change.before))
    if not change.before:
        return english("{now} (new)", now=value(change.after))
    return english(_WAS, now=value(change.after), number=change.before)


def _duplicate(change: HealthChange) -> str:
    lines = counted(change.after or change.before, "duplicate line")
    if not change.after:
        return english("{lines} fewer, also at {place}", lines=lines, place=change.name)
    if change.before not in (0, change.after):
        lines = english(_WAS, now=lines, number=change.before)
    return english("{lines}, also at {place}", lines=lines, place=change.name)


def totals_words(now: Totals, was: Totals | None = None) -> str:
    """`2 long functions (was 1), 1 complex function, no duplicate blocks`."""
    return joined(", ", _totals(now, was))


def _totals(now: Totals, was: Totals | None) -> Iterator[str]:
    for name, told in _TOLD.items():
        number: int = getattr(now, name)
        before: int = number if was is None else getattr(was, name)
        yield told(number) if before == number else english(_WAS, now=told(number), number=before)


def _long(number: int) -> str:
    return counted(number, "long function") if number else english("no long functions")


def _complex(number: int) -> str:
    return counted(number, "complex function") if number else english("no complex functions")


def _duplicates(number: int) -> str:
    return counted(number, "duplicate block") if number else english("no duplicate blocks")


_TOLD: dict[str, Callable[[int], str]] = {
    "long": _long,
    "complex": _complex,
    "duplicates": _duplicates,
}
