"""What makes one kind of workflow different from another."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.ids import UnitId
from architect.domain.outcome import Status
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Unit


class Definition(Protocol):
    """A kind of workflow with what it was asked: pure decisions, made from the state alone."""

    def next_units(self, state: WorkflowState) -> Sequence[Unit]:
        """The units that follow from the state and are not in it yet.

        Asked again behind every event, so it must cost little when nothing follows.
        """
        ...

    def outcome(self, state: WorkflowState) -> tuple[Status, str]:
        """What the workflow came to, once nothing follows any more, and why in a sentence."""
        ...

    def undone_at_the_end(self, state: WorkflowState) -> Sequence[UnitId]:
        """The units whose changes in the user's files are undone at the end, in that order."""
        ...

    def branch_at_the_end(self, state: WorkflowState) -> tuple[UnitId, str] | None:
        """The unit whose result is what the workflow came to, and the branch that it goes on."""
        ...
