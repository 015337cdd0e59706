"""Spans of events, with the SDK's exporters in memory; the rest is tested with a collector."""

from datetime import UTC, datetime, timedelta
from typing import Any

from opentelemetry._logs import NoOpLogger
from opentelemetry.metrics import NoOpMeter
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from tests.support.rig import SESSION

from architect.adapters.telemetry.event_telemetry import EventTelemetry
from architect.adapters.telemetry.instruments import Instruments
from architect.adapters.telemetry.signals import Signals
from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import ToolFinished, ToolRequested
from architect.domain.journal.events import Event, Record
from architect.domain.journal.model_events import (
    ModelDelta,
    ModelReplied,
    ModelRequested,
    ModelSwitched,
)
from architect.domain.journal.run_events import ParentRun, RunStarted
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import FinishReason
from architect.domain.trace_context import NO_TRACE, current_trace, in_trace, trace_variables
from architect.domain.usage import Usage
from architect.domain.verdict import ConfirmMode

RUN = RunId(f"{SESSION}.1")
CHILD = RunId(f"{SESSION}.1.1")
BEGAN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class Watched:
    """Telemetry in memory; each event comes a second after the one before."""

    def __init__(self, *, content: bool = False) -> None:
        self._memory = InMemorySpanExporter()
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(self._memory))
        signals = Signals(
            provider.get_tracer("test"),
            Instruments(NoOpMeter("test"), latest=False),
            NoOpLogger("test"),
            content=content,
            latest_conventions=False,
        )
        self.bugs: list[Exception] = []
        self.telemetry = EventTelemetry(signals, caller={}, on_bug=self.bugs.append)
        self._seq = 0

    def show(self, *events: Event, run: RunId = RUN) -> None:
        for event in events:
            self._seq += 1
            at = BEGAN + timedelta(seconds=self._seq)
            self.telemetry.show(Record(run, self._seq, at, event))

    @property
    def ended(self) -> dict[str, ReadableSpan]:
        return {span.name: span for span in self._memory.get_finished_spans()}


def started(parent: ParentRun | None = None, agent: str = "build") -> RunStarted:
    return RunStarted(
        session_id=SESSION,
        task="t",
        agent=agent,
        model="gpt-x",
        workspace="/w",
        mode=ConfirmMode.YOLO,
        dry_run=False,
        max_steps=5,
        system="s",
        opening="o",
        parent=parent,
    )


def requested(step: int = 1) -> ModelRequested:
    return ModelRequested(step=step, purpose="step", messages=2, estimated_tokens=10)


def replied(*calls: ToolCall, text: str = "", **more: Any) -> ModelReplied:
    return ModelReplied(
        step=1,
        purpose="step",
        text=text,
        calls=calls,
        finish=FinishReason.STOP,
        usage=Usage(3, 2),
        cost_usd=None,
        duration_s=1.0,
        **more,
    )


def tool(name: str = "grep", call_id: str = "c") -> ToolRequested:
    return ToolRequested(step=1, call_id=CallId(call_id), name=name, arguments="{}")


def test_a_run_that_is_left_without_an_end_ends_its_spans_as_cut_off() -> None:
    watched = Watched()
    watched.show(started(), requested(), replied(), tool())
    assert set(watched.ended) == {"chat gpt-x"}
    watched.telemetry.left(RUN)
    spans = watched.ended
    assert set(spans) == {"chat gpt-x", "execute_tool grep", "invoke_agent build"}
    attributes = spans["execute_tool grep"].attributes
    assert attributes is not None
    assert attributes["error.type"] == "cut_off"
    watched.telemetry.left(RUN)
    assert watched.telemetry.trace_of(RUN) == NO_TRACE
    assert watched.bugs == []


def test_times_are_those_of_the_events() -> None:
    watched = Watched()
    watched.show(started(), requested(), replied())
    span = watched.ended["chat gpt-x"]
    assert span.start_time is not None
    assert span.end_time is not None
    first = int(BEGAN.timestamp()) * 10**9
    assert (span.start_time - first, span.end_time - first) == (2 * 10**9, 3 * 10**9)


def test_a_run_below_a_call_that_is_over_is_below_the_run() -> None:
    watched = Watched()
    watched.show(started())
    watched.show(started(ParentRun(RUN, CallId("auto-review-1")), "review"), run=CHILD)
    watched.telemetry.left(CHILD)
    watched.telemetry.left(RUN)
    child, root = watched.ended["invoke_agent review"], watched.ended["invoke_agent build"]
    assert child.parent is not None
    assert root.context is not None
    assert child.parent.span_id == root.context.span_id


def test_a_model_that_takes_over_is_named_from_then_on() -> None:
    watched = Watched()
    switched = ModelSwitched(before="gpt-x", model="anthropic/claude-x", reason="busy")
    watched.show(started(), requested(), switched, replied(), requested(2), replied())
    first, second = watched.ended["chat gpt-x"], watched.ended["chat claude-x"]
    for span in (first, second):
        assert span.attributes is not None
        assert span.attributes["gen_ai.request.model"] == "claude-x"
        assert span.attributes["gen_ai.provider.name"] == "anthropic"


def test_text_that_cannot_be_encoded_and_arguments_that_are_none_are_sent() -> None:
    watched = Watched(content=True)
    call = ToolCall(CallId("c"), "grep", '{"a": "half \\ud83d')
    odd = ToolCall(CallId("d"), "grep", '{"a": "\\ud83d"}')
    watched.show(started(), requested(), replied(call, odd, text="half \ud83d"), tool())
    text = "x" * 20_000 + "\ud83d"
    finished = ToolFinished(
        step=1,
        call_id=CallId("c"),
        name="grep",
        path=None,
        success=False,
        error=text,
        text=text,
        duration_s=1.0,
    )
    watched.show(finished)
    assert watched.bugs == []
    for span in watched.ended.values():
        for value in (span.attributes or {}).values():
            assert len(str(value).encode()) < 11_000
    assert (watched.ended["execute_tool grep"].attributes or {})[
        "gen_ai.tool.call.result"
    ] == "x" * 10_000 + "... (20,001 characters)"


def test_what_is_only_shown_is_not_told() -> None:
    watched = Watched()
    watched.show(started(), requested(), ModelDelta(text="Hi"), replied())
    assert watched.ended["chat gpt-x"].events == ()


def test_a_bug_ends_the_telemetry_of_that_run_alone() -> None:
    watched = Watched()
    watched.show(started())
    watched.show(started(agent="plan"), run=CHILD)
    broken: Any = None
    watched.show(ToolRequested(step=1, call_id=CallId("c"), name=broken, arguments="{}"))
    assert len(watched.bugs) == 1
    watched.show(requested(), replied(), run=CHILD)
    assert "chat gpt-x" in watched.ended


def test_the_trace_context_is_that_of_the_call_or_else_of_the_run() -> None:
    watched = Watched()
    assert watched.telemetry.trace_of(RUN) == {}
    watched.show(started(), tool())
    of_run, of_call = watched.telemetry.trace_of(RUN), watched.telemetry.trace_of(RUN, CallId("c"))
    assert of_run["traceparent"].split("-")[1] == of_call["traceparent"].split("-")[1]
    assert of_run["traceparent"].split("-")[2] != of_call["traceparent"].split("-")[2]
    with in_trace(of_call):
        assert current_trace() == of_call
        assert trace_variables() == {"TRACEPARENT": of_call["traceparent"]}
    assert trace_variables() == {}
