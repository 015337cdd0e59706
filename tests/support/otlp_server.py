"""A collector of OpenTelemetry on this machine that decodes what it is sent.

    with OtlpServer("grpc") as collector:
        ...  # OTEL_EXPORTER_OTLP_ENDPOINT is collector.url
    collector.spans, collector.logs, collector.metrics

`hangs` takes every request and never answers. `octets` is all that was sent, decompressed.
"""

import gzip
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self, cast

import grpc  # pyright: ignore[reportMissingTypeStubs]
from google.protobuf.message import Message
from opentelemetry.proto.collector.logs.v1 import (  # pyright: ignore[reportMissingTypeStubs]
    logs_service_pb2 as logs,
)
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2 as metrics
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as traces
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from tests.support.serving import serving

Way = Literal["grpc", "http/protobuf"]

_REQUESTS: Mapping[str, tuple[type[Any], type[Any]]] = {
    "traces": (traces.ExportTraceServiceRequest, traces.ExportTraceServiceResponse),
    "metrics": (metrics.ExportMetricsServiceRequest, metrics.ExportMetricsServiceResponse),
    "logs": (logs.ExportLogsServiceRequest, logs.ExportLogsServiceResponse),
}
_METHODS = {
    f"/opentelemetry.proto.collector.{kind}.v1.{kind.capitalize()}Service/Export": signal
    for kind, signal in {"trace": "traces", "metrics": "metrics", "logs": "logs"}.items()
}


@dataclass(frozen=True)
class Span:
    """`parent` is the id of the span above it, or empty; times are in nanoseconds."""

    name: str
    trace_id: str
    span_id: str
    parent: str
    kind: int
    start: int
    end: int
    status: int
    attributes: dict[str, Any]
    events: tuple[str, ...]
    resource: dict[str, Any]


@dataclass(frozen=True)
class Log:
    name: str
    severity: str
    body: str
    span_id: str
    trace_id: str
    attributes: dict[str, Any]


@dataclass(frozen=True)
class Point:
    """One data point: `total` is the sum, `count` how many were measured."""

    metric: str
    unit: str
    total: float
    count: int
    attributes: dict[str, Any]


class OtlpServer:
    """Listens on 127.0.0.1 from `with` on."""

    def __init__(self, way: Way = "grpc", *, hangs: bool = False) -> None:
        self.way = way
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.octets = b""
        self.arrived = threading.Event()
        self._hangs = hangs
        self._released = threading.Event()
        self._lock = threading.Lock()
        self._requests: dict[str, list[Any]] = {signal: [] for signal in _REQUESTS}
        self._resources = ExitStack()
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def take(self, signal: str, octets: bytes, headers: Mapping[str, str]) -> Message:
        """Decode a request and answer it."""
        self.arrived.set()
        if self._hangs:
            self._released.wait(60)
        request, answer = _REQUESTS[signal]
        decoded = request.FromString(octets)
        with self._lock:
            self.octets += octets
            self.headers.append({name.lower(): value for name, value in headers.items()})
            self._requests[signal].append(decoded)
        return answer()

    @property
    def spans(self) -> Sequence[Span]:
        """In the order in which they began."""
        found = [
            Span(
                name=span.name,
                trace_id=span.trace_id.hex(),
                span_id=span.span_id.hex(),
                parent=span.parent_span_id.hex(),
                kind=span.kind,
                start=span.start_time_unix_nano,
                end=span.end_time_unix_nano,
                status=span.status.code,
                attributes=plain(span.attributes),
                events=tuple(event.name for event in span.events),
                resource=plain(resource.resource.attributes),
            )
            for request in self._requests["traces"]
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]
        return sorted(found, key=lambda span: span.start)

    @property
    def logs(self) -> Sequence[Log]:
        found = [
            (
                record.time_unix_nano,
                Log(
                    name=record.event_name,
                    severity=record.severity_text,
                    body=record.body.string_value,
                    span_id=record.span_id.hex(),
                    trace_id=record.trace_id.hex(),
                    attributes=plain(record.attributes),
                ),
            )
            for request in self._requests["logs"]
            for resource in request.resource_logs
            for scope in resource.scope_logs
            for record in scope.log_records
        ]
        return [log for _, log in sorted(found, key=lambda each: each[0])]

    @property
    def points(self) -> Sequence[Point]:
        """Those of the last request, which has the sums of all before it."""
        return [
            _point(metric, point)
            for resource in self._requests["metrics"][-1].resource_metrics
            for scope in resource.scope_metrics
            for metric in scope.metrics
            for point in (metric.histogram.data_points or metric.sum.data_points)
        ]

    def __enter__(self) -> Self:
        if self.way == "grpc":
            server: Any = grpc.server(ThreadPoolExecutor(6))  # pyright: ignore
            server.add_generic_rpc_handlers((_Methods(self),))
            self._port = server.add_insecure_port("127.0.0.1:0")
            server.start()
            self._resources.callback(lambda: server.stop(None).wait(10))
            return self
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                octets = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    octets = gzip.decompress(octets)
                collector.paths.append(self.path)
                signal = self.path.rpartition("/")[2]
                answer = collector.take(signal, octets, dict(self.headers)).SerializeToString()
                self.send_response(200)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                with suppress(BrokenPipeError, ConnectionResetError):
                    self.wfile.write(answer)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        http.daemon_threads = True
        http.block_on_close = False
        self._port = http.server_address[1]
        self._resources.enter_context(serving(http))
        return self

    def __exit__(self, *raised: object) -> None:
        self._released.set()
        self._resources.close()


class _Methods(grpc.GenericRpcHandler):  # pyright: ignore
    """The three services of OTLP over gRPC."""

    def __init__(self, collector: OtlpServer) -> None:
        self._collector = collector

    def service(self, handler_call_details: Any) -> Any:
        signal = _METHODS.get(handler_call_details.method)
        if signal is None:
            return None
        headers = dict(handler_call_details.invocation_metadata)

        def export(octets: bytes, _context: Any) -> bytes:
            return self._collector.take(signal, octets, headers).SerializeToString()

        return cast(Any, grpc).unary_unary_rpc_method_handler(export)


def plain(attributes: Sequence[KeyValue]) -> dict[str, Any]:
    return {each.key: _value(each.value) for each in attributes}


def _value(value: AnyValue) -> Any:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [_value(each) for each in value.array_value.values]
    return None if kind is None else getattr(value, kind)


def _point(metric: Any, point: Any) -> Point:
    is_histogram = metric.WhichOneof("data") == "histogram"
    total = point.sum if is_histogram else (point.as_double or point.as_int)
    count = point.count if is_histogram else 0
    return Point(metric.name, metric.unit, total, count, plain(point.attributes))
