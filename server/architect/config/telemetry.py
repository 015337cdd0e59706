"""Traces, metrics and logs of runs for others to look at."""

from typing import Annotated, Literal

from architect.checked.field import AfterValidator
from architect.checked.model import Model
from architect.config.file_path import FilePath
from architect.config.llm import http_url


class TelemetrySettings(Model):
    """Where it goes; without an `endpoint` that is the port of the protocol on this machine.

    With `content` it has what was asked, read and written; without, none of it.
    """

    enabled: bool = False
    exporter: Literal["otlp", "console", "file", "json-file"] = "console"
    endpoint: Annotated[str, AfterValidator(http_url)] | None = None
    protocol: Literal["grpc", "http/protobuf"] = "grpc"
    trace_file: FilePath | None = None
    content: bool = False
