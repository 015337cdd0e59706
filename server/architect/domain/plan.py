"""The plan of a run: its steps, and how far they are."""

from typing import Literal

from architect.frozen import frozen

PlanStatus = Literal["pending", "in_progress", "completed"]

UPDATE_PLAN = "update_plan"
"""The tool by which the model shows one."""

MAX_STEPS = 30
MAX_CHARS = 200
"""Of a step; a plan is read at a glance."""

_MARKS: dict[PlanStatus, str] = {"pending": "[ ]", "in_progress": "[~]", "completed": "[x]"}


@frozen
class PlanStep:
    step: str
    status: PlanStatus

    @property
    def line(self) -> str:
        """The step with its box: `[x] read the tests`."""
        return f"{_MARKS[self.status]} {self.step}"
