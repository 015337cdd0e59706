"""The problems of some files, without any comparison."""

from collections import Counter
from collections.abc import Iterator, Mapping

from architect.domain.health.changes import HealthChange
from architect.domain.health.comparison import block_change, spare_lines
from architect.domain.health.measures import Health
from architect.domain.health.words import KIND_TITLES


def problems_in(health: Health) -> tuple[HealthChange, ...]:
    """Each as a change that has not happened, the worst of each kind first."""
    order = list(KIND_TITLES)
    found = sorted(_problems(health), key=lambda one: (order.index(one.kind), -one.after, one.path))
    return tuple(found)


def problems_by_file(health: Health) -> Mapping[str, Counter[str]]:
    """The kinds of problems of each file that has any; a duplicate counts in each of its files."""
    found: dict[str, Counter[str]] = {}
    for one in _problems(health):
        if one.kind != "duplicate":
            found.setdefault(one.path, Counter())[one.kind] += 1
    for block in health.duplicates:
        for path in {place.path for place in block.places}:
            found.setdefault(path, Counter())["duplicate"] += 1
    return dict(sorted(found.items(), key=lambda one: (-one[1].total(), one[0])))


def _problems(health: Health) -> Iterator[HealthChange]:
    for one in health.functions:
        if one.is_complex:
            number = one.complexity
            yield HealthChange("complex", one.path, one.line, one.name, number, number)
        if one.is_long:
            yield HealthChange("long", one.path, one.line, one.name, one.lines, one.lines)
    for block in health.duplicates:
        lines = spare_lines(block)
        yield block_change(block, lines, lines)
