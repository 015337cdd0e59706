"""What tells others of runs while they go on: traces, metrics and logs."""

from typing import Protocol

from architect.domain.ids import CallId, RunId
from architect.domain.telemetry import TelemetryPlan
from architect.domain.trace_context import TraceContext
from architect.ports.event_sink import EventSink


class Telemetry(EventSink, Protocol):
    """A sink for the records of any number of runs at the same time."""

    def trace_of(self, run_id: RunId, call_id: CallId | None = None) -> TraceContext:
        """What carries on the trace of the run, or of a call in it."""
        ...

    def left(self, run_id: RunId) -> None:
        """Nothing more comes of the run, whether or not it came to its end."""
        ...


class TelemetryKeeper(Protocol):
    """What is kept of telemetry between the runs of a front end."""

    async def following(self, plan: TelemetryPlan) -> Telemetry:
        """The telemetry that goes where `plan` says.

        Raises:
            UserError: it cannot be had.
        """
        ...
