"""The health of code in words, the same in every front end and report."""

from collections.abc import Iterator

from architect.domain.health.changes import HealthChange, Kind
from architect.domain.health.measures import HIGH_COMPLEXITY, LONG_LINES, Totals
from architect.domain.text.counted import counted

KIND_TITLES: dict[Kind, str] = {
    "complex": f"Complexity over {HIGH_COMPLEXITY}",
    "long": f"Over {LONG_LINES} lines",
    "duplicate": "Duplicate blocks",
}
"""The kinds of problems in the order in which they are listed."""


def change_words(change: HealthChange) -> str:
    """`src/a.py:10 load: complexity 14 (was 9)`."""
    place = f"{change.path}:{change.line}"
    if change.kind == "duplicate":
        return f"{place}: {_duplicate(change)}"
    return f"{place} {change.name}: {_function(change)}"


def _function(change: HealthChange) -> str:
    def value(number: int) -> str:
        return counted(number, "line") if change.kind == "long" else f"complexity {number}"

    if change.after == change.before:
        return value(change.after)
    if not change.after:
        return f"gone (was {value(change.before)})"
    return value(change.after) + (f" (was {change.before})" if change.before else " (new)")


def _duplicate(change: HealthChange) -> str:
    if change.after == change.before:
        return f"{counted(change.after, 'duplicate line')}, also at {change.name}"
    if not change.after:
        return f"{counted(change.before, 'duplicate line')} fewer, also at {change.name}"
    was = f" (was {change.before})" if change.before else ""
    return f"{counted(change.after, 'duplicate line')}{was}, also at {change.name}"


def totals_words(now: Totals, was: Totals | None = None) -> str:
    """`2 long functions (was 1), 1 complex function, no duplicate blocks`."""
    return ", ".join(_totals(now, was))


def _totals(now: Totals, was: Totals | None) -> Iterator[str]:
    for name, what in (
        ("long", "long function"),
        ("complex", "complex function"),
        ("duplicates", "duplicate block"),
    ):
        number: int = getattr(now, name)
        before: int = number if was is None else getattr(was, name)
        yield (counted(number, what) if number else f"no {what}s") + (
            f" (was {before})" if before != number else ""
        )
