"""What tells others of runs while they go on: traces, metrics and logs."""

from typing import TYPE_CHECKING, Protocol

from architect.domain.ids import CallId, RunId
from architect.domain.telemetry import TelemetryPlan
from architect.domain.trace_context import TraceContext
from architect.ports.event_sink import EventSink

if TYPE_CHECKING:  # no run should wait for what only workflows need
    from architect.domain.workflows.events import WorkflowEvent, WorkflowStarted
    from architect.domain.workflows.state import WorkflowState


class Telemetry(EventSink, Protocol):
    """A sink for the records of any number of runs at the same time."""

    def trace_of(self, run_id: RunId, call_id: CallId | None = None) -> TraceContext:
        """What carries on the trace of the run, or of a call in it."""
        ...

    def left(self, run_id: RunId) -> None:
        """Nothing more comes of the run, whether or not it came to its end."""
        ...

    def workflow(self, started: "WorkflowStarted") -> "WorkflowTrace":
        """The span of a workflow, which begins now."""
        ...


class WorkflowTrace(Protocol):
    """The span of a workflow, from its beginning in this process to its end there."""

    @property
    def context(self) -> TraceContext:
        """What carries on its trace in the runs of its units."""
        ...

    def take(self, event: "WorkflowEvent", state: "WorkflowState") -> None:
        """Take what happened, and the state behind it."""
        ...

    def close(self, state: "WorkflowState") -> None:
        """Nothing more comes of it here; it is marked if it has not come to its end."""
        ...


class TelemetryKeeper(Protocol):
    """What is kept of telemetry between the runs of a front end."""

    async def following(self, plan: TelemetryPlan) -> Telemetry:
        """The telemetry that goes where `plan` says.

        Raises:
            UserError: it cannot be had.
        """
        ...
