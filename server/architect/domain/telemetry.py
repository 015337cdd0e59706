"""What is told of runs to an OpenTelemetry backend, and where it goes."""

from pathlib import Path
from typing import Literal

from architect.frozen import frozen

SignalExporter = Literal["otlp", "console", "file", "none"]
OtlpProtocol = Literal["grpc", "http/protobuf"]


@frozen
class SignalPlan:
    """How one signal (traces, metrics or logs) is exported.

    Without an `endpoint` the exporter follows the `OTEL_*` variables, or takes its default.
    """

    exporter: SignalExporter
    protocol: OtlpProtocol = "grpc"
    endpoint: str | None = None


@frozen(kw_only=True)
class TelemetryPlan:
    """Where each signal goes.

    `file` is that of the exporter `file`. With `content`, what was asked, read and written goes
    along. `latest_conventions` takes the names of the newest GenAI conventions. `traceparent` and
    `tracestate` are the span that runs are part of, as W3C Trace Context has it, or empty.
    """

    traces: SignalPlan
    metrics: SignalPlan
    logs: SignalPlan
    file: Path | None = None
    content: bool = False
    latest_conventions: bool = False
    traceparent: str = ""
    tracestate: str = ""
