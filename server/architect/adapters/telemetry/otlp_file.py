"""A file of JSON lines, as the collector's `otlpjsonfile` receiver reads them.

Each line is one request of OTLP in its JSON form:
https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/ and
https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding.
"""

import base64
import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from opentelemetry.exporter.otlp.proto.common._log_encoder import encode_logs
from opentelemetry.exporter.otlp.proto.common.metrics_encoder import encode_metrics
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk._logs import ReadableLogRecord
from opentelemetry.sdk._logs.export import LogRecordExporter, LogRecordExportResult
from opentelemetry.sdk.metrics.export import MetricExporter, MetricExportResult, MetricsData
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

_IDS = frozenset({"traceId", "spanId", "parentSpanId"})
"""In hexadecimal, other than protobuf's own JSON has bytes."""


class LinesFile:
    """A file to which whole lines are appended, by several threads and processes.

    Only the user can read a new one: it may have content.
    """

    def __init__(self, path: Path) -> None:
        """Open it, with its folder if that is missing.

        Raises:
            OSError: it cannot be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._file = os.fdopen(descriptor, "ab", buffering=0)
        self._lock = threading.Lock()

    def write(self, message: Message) -> None:
        plain = _with_hex_ids(MessageToDict(message, use_integers_for_enums=True))
        line = json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        with self._lock:
            if not self._file.closed:
                self._file.write(line)

    def close(self) -> None:
        with self._lock:
            self._file.close()


class SpanLines(SpanExporter):
    def __init__(self, file: LinesFile) -> None:
        self._file = file

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        self._file.write(encode_spans(spans))
        return SpanExportResult.SUCCESS


class LogLines(LogRecordExporter):
    def __init__(self, file: LinesFile) -> None:
        self._file = file

    def export(self, batch: Sequence[ReadableLogRecord]) -> LogRecordExportResult:
        self._file.write(encode_logs(batch))
        return LogRecordExportResult.SUCCESS

    def force_flush(self, timeout_millis: int = 10_000) -> bool:
        return True

    def shutdown(self) -> None:
        """The file is closed by whoever opened it."""


class MetricLines(MetricExporter):
    def __init__(self, file: LinesFile) -> None:
        super().__init__()
        self._file = file

    def export(
        self, metrics_data: MetricsData, timeout_millis: float = 10_000, **kwargs: Any
    ) -> MetricExportResult:
        self._file.write(encode_metrics(metrics_data))
        return MetricExportResult.SUCCESS

    def force_flush(self, timeout_millis: float = 10_000) -> bool:
        return True

    def shutdown(self, timeout_millis: float = 30_000, **kwargs: Any) -> None:
        """The file is closed by whoever opened it."""


def _with_hex_ids(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_hex_ids(each) for each in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    return {
        key: base64.b64decode(each).hex() if key in _IDS else _with_hex_ids(each)
        for key, each in cast(dict[str, Any], value).items()
    }
