"""The providers of OpenTelemetry in this process, and how they end."""

import contextlib
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, cast

from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from architect.adapters.telemetry.event_telemetry import EventTelemetry
from architect.adapters.telemetry.exporters import log_exporter, metric_exporter, span_exporter
from architect.adapters.telemetry.instruments import Instruments
from architect.adapters.telemetry.otlp_file import LinesFile
from architect.adapters.telemetry.signals import Signals
from architect.domain.errors import UserError
from architect.domain.telemetry import TelemetryPlan
from architect.l10n import english

SCOPE = "architect"

_OF_COMMAND_LINE = ("process.command", "process.executable.path", "process.owner")
"""What detectors of the SDK may add: the command line has the prompt, the others have paths."""


class Exports:
    """The providers of one plan. They export in threads of their own, from queues with a bound."""

    def __init__(self, plan: TelemetryPlan, on_bug: Callable[[Exception], None]) -> None:
        """Open them; nothing is sent yet. `on_bug` is told what ended the telemetry of a run.

        Raises:
            UserError: the file cannot be written.
            ValueError: an `OTEL_*` variable makes no sense.
        """
        self._plan = plan
        self._file: LinesFile | None = None
        self._ends: list[Callable[[], object]] = []
        self._aborts: list[Callable[[], object]] = []
        self._closing: list[threading.Thread] = []
        try:
            signals = self._signals(_resource(content=plan.content))
        except OSError as error:
            reason = error.strerror or str(error)
            raise UserError(
                english(
                    "telemetry.trace_file {file!r}: {reason}", file=str(plan.file), reason=reason
                )
            ) from error
        caller = {"traceparent": plan.traceparent, "tracestate": plan.tracestate}
        self.telemetry = EventTelemetry(signals, caller=caller, on_bug=on_bug)

    def start_closing(self) -> None:
        """Begin to send what is left, each signal in a thread of its own."""
        self._closing = [threading.Thread(target=end, daemon=True) for end in self._ends]
        for thread in self._closing:
            thread.start()

    def closed(self, deadline: float) -> bool:
        """Wait until that is sent; False if the monotonic clock came to `deadline` before."""
        for thread in self._closing:
            thread.join(max(0.0, deadline - time.monotonic()))
        in_time = not any(thread.is_alive() for thread in self._closing)
        if not in_time:
            for abort in self._aborts:
                with contextlib.suppress(OSError, RuntimeError, ValueError):
                    abort()
        elif self._file is not None:
            self._file.close()
        return in_time

    def _signals(self, resource: Resource) -> Signals:
        plan = self._plan
        tracers = TracerProvider(resource=resource, shutdown_on_exit=False)
        if (spans := span_exporter(plan.traces, self._lines)) is not None:
            tracers.add_span_processor(BatchSpanProcessor(spans))
            self._aborts.append(spans.shutdown)
        loggers = LoggerProvider(resource=resource, shutdown_on_exit=False)
        if (records := log_exporter(plan.logs, self._lines)) is not None:
            loggers.add_log_record_processor(BatchLogRecordProcessor(records))
            self._aborts.append(records.shutdown)
        readers: list[PeriodicExportingMetricReader] = []
        if (metrics := metric_exporter(plan.metrics, self._lines)) is not None:
            readers.append(PeriodicExportingMetricReader(metrics))
            self._aborts.append(lambda: cast(Any, metrics).shutdown())
        meters = MeterProvider(readers, resource, shutdown_on_exit=False)
        self._ends = [tracers.shutdown, loggers.shutdown, meters.shutdown]
        ours = version("architect-lsp")
        return Signals(
            tracers.get_tracer(SCOPE, ours),
            Instruments(meters.get_meter(SCOPE, ours), latest=plan.latest_conventions),
            loggers.get_logger(SCOPE, ours),
            content=plan.content,
            latest_conventions=plan.latest_conventions,
        )

    def _lines(self) -> LinesFile:
        if self._file is None:
            if self._plan.file is None:
                raise UserError(
                    english("telemetry.exporter is file, so telemetry.trace_file has to name one")
                )
            self._file = LinesFile(self._plan.file)
        return self._file


def _resource(*, content: bool) -> Resource:
    """Who sends it: what the `OTEL_*` variables say, and our name if they say none."""
    resource = Resource.create({})
    if str(resource.attributes.get(SERVICE_NAME, "")).startswith("unknown_service"):
        resource = resource.merge(Resource({SERVICE_NAME: "architect"}))
    if SERVICE_VERSION not in resource.attributes:
        resource = resource.merge(Resource({SERVICE_VERSION: version("architect-lsp")}))
    if content:
        return resource
    kept = {
        name: value
        for name, value in resource.attributes.items()
        if not name.startswith(_OF_COMMAND_LINE)
    }
    return Resource(kept, resource.schema_url)
