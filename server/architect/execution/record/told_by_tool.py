"""What a tool puts on record while it works, each an event of its call."""

from collections.abc import Callable

from architect.domain.findings import Finding, distinct
from architect.domain.ids import CallId
from architect.domain.journal.call_events import (
    FindingReported,
    PlanUpdated,
    SandboxMissing,
    ToolOutput,
)
from architect.domain.journal.events import Event
from architect.domain.journal.state import AgentState
from architect.domain.plan import PlanStep
from architect.domain.shell import Confinement, Stream


class ToldByTool:
    """`state` is that of the run, which `emit` changes."""

    def __init__(
        self, call_id: CallId, emit: Callable[[Event], object], state: Callable[[], AgentState]
    ) -> None:
        self._call_id = call_id
        self._emit = emit
        self._state = state

    def output(self, stream: Stream, text: str) -> None:
        self._emit(ToolOutput(call_id=self._call_id, stream=stream, text=text))

    def confined(self, confinement: Confinement) -> None:
        """How a command was held; nothing is said if it was."""
        if confinement.missing:
            self._emit(SandboxMissing(call_id=self._call_id, reason=confinement.missing))

    def finding(self, finding: Finding) -> bool:
        """Whether it is new."""
        new = distinct(finding, self._state().findings)
        if new is None:
            return False
        self._emit(FindingReported(call_id=self._call_id, finding=new))
        return True

    def plan(self, steps: tuple[PlanStep, ...]) -> None:
        self._emit(PlanUpdated(call_id=self._call_id, steps=steps))
