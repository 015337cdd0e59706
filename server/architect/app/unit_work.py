"""A run that is an attempt at a unit of a workflow, and what it came to."""

from collections.abc import Awaitable, Callable

from architect.domain.workflows.unit import UnitResult
from architect.ports.unit_executor import Spent, UnitOrder


class UnitWork:
    """What belongs to the `order` of such a run; `spent` is told of each reply of its model.

    `keep` gives a result its tree, before the checks. `result` is there once the run and the checks
    behind it are over.
    """

    def __init__(
        self,
        order: UnitOrder,
        spent: Spent,
        keep: Callable[[UnitResult], Awaitable[UnitResult]],
    ) -> None:
        self.order = order
        self.spent = spent
        self.keep = keep
        self.result: UnitResult | None = None
