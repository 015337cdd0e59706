"""The span of one workflow, of which the spans of its runs are children.

https://github.com/open-telemetry/semantic-conventions/blob/v1.41.0/docs/gen-ai/gen-ai-agent-spans.md#invoke-workflow-span
"""

from opentelemetry.context import Context
from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from architect.adapters.telemetry.signals import Signals
from architect.domain.outcome import Status as Outcome
from architect.domain.trace_context import TraceContext
from architect.domain.workflows.events import WorkflowEvent, WorkflowFinished, WorkflowStarted
from architect.domain.workflows.state import WorkflowState

_STOPPED = "stopped"


class WorkflowSpan:
    """Open from now until the workflow is over; see `ports.telemetry.WorkflowTrace`."""

    def __init__(self, started: WorkflowStarted, signals: Signals, above: Context) -> None:
        # The newest conventions have one name for both.
        name = "gen_ai.agent.name" if signals.latest_conventions else "gen_ai.workflow.name"
        self._is_open = True
        self._span = signals.tracer.start_span(
            f"invoke_workflow {started.kind}",
            context=above,
            kind=SpanKind.INTERNAL,
            attributes={
                "gen_ai.operation.name": "invoke_workflow",
                name: started.kind,
                "architect.span": "architect.workflow",
                "architect.workflow_id": started.workflow_id,
            },
        )

    @property
    def context(self) -> TraceContext:
        carrier: dict[str, str] = {}
        context = set_span_in_context(self._span, Context())
        TraceContextTextMapPropagator().inject(carrier, context=context)
        return carrier

    def take(self, event: WorkflowEvent, state: WorkflowState) -> None:
        if isinstance(event, WorkflowFinished):
            self._span.set_attribute("architect.status", str(event.status))
            self._end(state, error="workflow_failed" if event.status is Outcome.FAILED else "")

    def close(self, state: WorkflowState) -> None:
        self._end(state, error=_STOPPED)

    def _end(self, state: WorkflowState, *, error: str) -> None:
        if not self._is_open:
            return
        self._is_open = False
        self._span.set_attribute("architect.units", len(state.units))
        if not state.spending.unpriced_calls:
            self._span.set_attribute("architect.cost_usd", round(state.spending.cost_usd, 6))
        if error:
            self._span.set_attribute("error.type", error)
            self._span.set_status(Status(StatusCode.ERROR))
        self._span.end()
