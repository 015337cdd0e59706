"""What units that wait for an approval are about to do, for the person who is asked."""

from collections.abc import Iterator, Sequence

from architect.domain.text.counted import counted
from architect.domain.workflows.unit import Unit
from architect.l10n import english
from architect.l10n_made import Made

_MOST_LINES = 12
_MOST_UNITS = 3


def approval_lines(units: Sequence[Unit]) -> Iterator[str]:
    """Their tasks and checks, which stay as they are; of many, and of long ones, the beginning."""
    for unit in units[:_MOST_UNITS]:
        lines = unit.task.strip().split("\n")
        yield from map(Made, lines[:_MOST_LINES])
        if len(lines) > _MOST_LINES:
            yield english("... {more}", more=counted(len(lines) - _MOST_LINES, "more line"))
        for check in unit.checks:
            yield english("check: {check}", check=check)
    if len(units) > _MOST_UNITS:
        more = counted(len(units) - _MOST_UNITS, "more run")
        yield english("... {more} of this step", more=more)
