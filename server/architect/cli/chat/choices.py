"""What the user of a conversation has chosen for the runs to come."""

from dataclasses import dataclass

from architect.agent.catalog import DEFAULT_AGENT
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_request import RunOptions
from architect.domain.verdict import ConfirmMode, EditReview

MODES = {
    "ask": "edits and commands that reach further are asked about",
    "edit": "edits are made, and looked at afterwards",
    "plan": "reads, and says what it would do",
    "yolo": "nothing is asked",
}
PLANNER = "plan"


@dataclass(slots=True)
class Choices:
    """`mode` is one of `MODES` or a `ConfirmMode`; None leaves it to the agent."""

    model: str | None = None
    reasoning: ReasoningEffort | None = None
    agent: str | None = None
    mode: str | None = None

    @property
    def plans(self) -> bool:
        return self.mode == PLANNER

    def agent_after(self, before: str) -> str:
        """The agent of the next run, `before` being that of the last one."""
        if self.plans:
            return PLANNER
        return self.agent or (before if before != PLANNER else DEFAULT_AGENT)

    @property
    def options(self) -> RunOptions:
        mode, review = _rules_of(self.mode)
        return RunOptions(mode=mode, review=review, model=self.model, reasoning=self.reasoning)


def _rules_of(mode: str | None) -> tuple[ConfirmMode | None, EditReview]:
    match mode:
        case None | "plan":
            return None, EditReview.CONFIRM
        case "ask":
            return ConfirmMode.CONFIRM_SENSITIVE, EditReview.CONFIRM
        case "edit":
            return ConfirmMode.CONFIRM_SENSITIVE, EditReview.AFTER
        case _:
            return ConfirmMode(mode), EditReview.CONFIRM
