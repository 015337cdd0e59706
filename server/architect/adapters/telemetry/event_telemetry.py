"""A sink that makes spans, metrics and log records of the events of runs."""

from collections.abc import Callable
from datetime import UTC, datetime

from opentelemetry.context import Context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from architect.adapters.telemetry.content import clipped
from architect.adapters.telemetry.event_logs import log_entry
from architect.adapters.telemetry.run_spans import RunSpans
from architect.adapters.telemetry.signals import Signals
from architect.adapters.telemetry.workflow_span import WorkflowSpan
from architect.domain.ids import CallId, RunId
from architect.domain.journal.background_events import BackgroundTold
from architect.domain.journal.call_events import ToolDecided, ToolFinished, ToolRequested
from architect.domain.journal.check_events import CompletionRefused
from architect.domain.journal.context_events import RulesTold, ToolsAnnounced
from architect.domain.journal.events import SHOWN_ONLY, Event, Record
from architect.domain.journal.model_events import (
    ContextCompacted,
    ContextNotCompacted,
    ModelNudged,
    ModelReplied,
    ModelRequested,
    ModelRetried,
    ModelSwitched,
)
from architect.domain.journal.run_events import RunFinished, RunStarted, UserSaid
from architect.domain.trace_context import NO_TRACE, TraceContext
from architect.domain.workflows.events import WorkflowStarted

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_W3C = TraceContextTextMapPropagator()


class EventTelemetry:
    """The telemetry of any number of runs, told from their journaled events alone.

    A run that a call opened is below the span of that call. One that a front end opened is below
    the span of its `caller`, if there is one.
    """

    def __init__(
        self, signals: Signals, *, caller: TraceContext, on_bug: Callable[[Exception], None]
    ) -> None:
        self._signals = signals
        self._on_bug = on_bug
        self._caller = _W3C.extract({name: text for name, text in caller.items() if text})
        self._runs: dict[RunId, RunSpans] = {}

    def trace_of(self, run_id: RunId, call_id: CallId | None = None) -> TraceContext:
        run = self._runs.get(run_id)
        if run is None:
            return NO_TRACE
        carrier: dict[str, str] = {}
        _W3C.inject(carrier, context=run.context_of(call_id))
        return carrier

    def show(self, record: Record) -> None:
        if isinstance(record.event, SHOWN_ONLY):
            return
        try:
            self._take(record)
        except Exception as bug:  # noqa: BLE001 - the fence: what watches a run does not end it
            self._runs.pop(record.run_id, None)
            self._on_bug(bug)

    def _take(self, record: Record) -> None:
        event, at = record.event, _nanoseconds(record.at)
        if isinstance(event, RunStarted):
            self._runs[record.run_id] = RunSpans(event, at, self._signals, self._above(event))
        if (run := self._runs.get(record.run_id)) is None:
            return
        self._log(event, at, run)
        _follow(run, event, at)
        if isinstance(event, RunFinished):
            del self._runs[record.run_id]

    def left(self, run_id: RunId) -> None:
        if (run := self._runs.pop(run_id, None)) is not None:
            run.end(_nanoseconds(datetime.now(UTC)), "cut_off")

    def workflow(self, started: WorkflowStarted) -> WorkflowSpan:
        return WorkflowSpan(started, self._signals, self._caller)

    def _above(self, started: RunStarted) -> Context:
        parent = started.parent
        run = None if parent is None else self._runs.get(parent.run_id)
        if parent is None or run is None:
            return self._caller
        return run.context_of(parent.call_id)

    def _log(self, event: Event, at: int, run: RunSpans) -> None:
        entry = log_entry(event)
        if entry is None:
            return
        call_id: CallId | None = getattr(event, "call_id", None)
        self._signals.log(
            f"architect.{event.type}",
            at,
            {**run.named, **entry.attributes},
            run.context_of(call_id),
            level=entry.level,
            body=clipped(entry.text) if self._signals.content and entry.text else None,
        )


def _follow(run: RunSpans, event: Event, at: int) -> None:
    match event:
        case ModelRequested():
            run.asked(event, at)
        case ModelRetried():
            run.retried(event, at)
        case ModelSwitched(model=model):
            run.switched(model)
        case ModelReplied():
            run.replied(event, at)
        case ContextNotCompacted(is_failure=True):
            run.gave_no_reply(at)
        case ToolRequested():
            run.called(event, at)
        case ToolDecided():
            run.decided(event)
        case ToolFinished():
            run.answered(event, at)
        case RunFinished():
            run.finished(event, at)
        case ContextCompacted(note=text) | UserSaid(told=text):
            run.tell(text)
        case (
            ModelNudged(text=text)
            | CompletionRefused(text=text)
            | RulesTold(text=text)
            | ToolsAnnounced(text=text)
            | BackgroundTold(text=text)
        ):
            run.tell(text)
        case _:
            pass


def _nanoseconds(at: datetime) -> int:
    since = at - _EPOCH
    return (since.days * 86_400 + since.seconds) * 10**9 + since.microseconds * 1_000
