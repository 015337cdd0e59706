"""What the user of a conversation has chosen for the runs to come."""

from dataclasses import dataclass

from architect.agent.catalog import DEFAULT_AGENT
from architect.app.run_modes import EXPLAINER, PLANNER, agent_in, options_in
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_mode import RunMode
from architect.domain.run_request import RunOptions
from architect.domain.verdict import EditReview
from architect.l10n import english

MODES: dict[RunMode, str] = {
    "ask": english("edits and commands that reach further are asked about"),
    "edit": english("edits are made, and looked at afterwards"),
    "plan": english("reads, and says what it would do"),
    "yolo": english("asks only where a guardrail requires it"),
}


@dataclass(slots=True)
class Choices:
    """A `mode` of None leaves it to the agent; edits are asked about then."""

    model: str | None = None
    reasoning: ReasoningEffort | None = None
    agent: str | None = None
    mode: RunMode | None = None

    @property
    def plans(self) -> bool:
        return self.mode == PLANNER

    def agent_after(self, before: str) -> str:
        """The agent of the next run, `before` being that of the last one.

        An explanation is one task: what is said behind it is work, unless that agent is chosen.
        """
        last = DEFAULT_AGENT if before == EXPLAINER else before
        return agent_in(self.mode, self.agent, last=last)

    @property
    def options(self) -> RunOptions:
        review = EditReview.CONFIRM if self.mode in (None, "plan") else None
        chosen = RunOptions(review=review, model=self.model, reasoning=self.reasoning)
        return options_in(self.mode, chosen)
