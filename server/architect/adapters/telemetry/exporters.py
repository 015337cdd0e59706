"""What sends spans, metrics and log records, by the plan of each signal."""

import sys
from collections.abc import Callable
from typing import Any, Literal

from opentelemetry.sdk._logs.export import ConsoleLogRecordExporter, LogRecordExporter
from opentelemetry.sdk.metrics.export import ConsoleMetricExporter, MetricExporter
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SpanExporter

from architect.adapters.telemetry.otlp_file import LinesFile, LogLines, MetricLines, SpanLines
from architect.domain.telemetry import SignalPlan

OpenFile = Callable[[], LinesFile]


def span_exporter(plan: SignalPlan, file: OpenFile) -> SpanExporter | None:
    match plan.exporter:
        case "none":
            return None
        case "console":
            return ConsoleSpanExporter(out=sys.stderr, formatter=lambda span: _line(span))
        case "file":
            return SpanLines(file())
        case "otlp" if plan.protocol == "grpc":
            from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import (
                OTLPSpanExporter as GrpcExporter,
            )

            return GrpcExporter(endpoint=plan.endpoint)
        case "otlp":
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

            return OTLPSpanExporter(endpoint=_address(plan, "traces"))


def metric_exporter(plan: SignalPlan, file: OpenFile) -> MetricExporter | None:
    match plan.exporter:
        case "none":
            return None
        case "console":
            return ConsoleMetricExporter(out=sys.stderr, formatter=lambda data: _line(data))
        case "file":
            return MetricLines(file())
        case "otlp" if plan.protocol == "grpc":
            from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import (
                OTLPMetricExporter as GrpcExporter,
            )

            return GrpcExporter(endpoint=plan.endpoint)
        case "otlp":
            from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter

            return OTLPMetricExporter(endpoint=_address(plan, "metrics"))


def log_exporter(plan: SignalPlan, file: OpenFile) -> LogRecordExporter | None:
    match plan.exporter:
        case "none":
            return None
        case "console":
            return ConsoleLogRecordExporter(out=sys.stderr, formatter=lambda record: _line(record))
        case "file":
            return LogLines(file())
        case "otlp" if plan.protocol == "grpc":
            from opentelemetry.exporter.otlp.proto.grpc._log_exporter import (
                OTLPLogExporter as GrpcExporter,
            )

            return GrpcExporter(endpoint=plan.endpoint)
        case "otlp":
            from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter

            return OTLPLogExporter(endpoint=_address(plan, "logs"))


def _address(plan: SignalPlan, signal: Literal["traces", "metrics", "logs"]) -> str | None:
    """Where one signal goes over HTTP; None leaves it to the `OTEL_*` variables."""
    return None if plan.endpoint is None else f"{plan.endpoint.rstrip('/')}/v1/{signal}"


def _line(exported: Any) -> str:
    """One line of JSON, instead of the many that the SDK would print."""
    return exported.to_json(indent=None) + "\n"
