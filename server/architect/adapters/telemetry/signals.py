"""The three signals of OpenTelemetry, as runs write to them."""

from collections.abc import Mapping, Sequence

from opentelemetry._logs import Logger, SeverityNumber
from opentelemetry.context import Context
from opentelemetry.trace import Tracer

from architect.adapters.telemetry.event_logs import Level
from architect.adapters.telemetry.instruments import Instruments
from architect.frozen import frozen

Value = str | int | float | bool | Sequence[str]

_SEVERITIES: Mapping[Level, SeverityNumber] = {
    "info": SeverityNumber.INFO,
    "warn": SeverityNumber.WARN,
    "error": SeverityNumber.ERROR,
}


@frozen
class Signals:
    """Where spans, metrics and log records go; with `content` they hold what was said and done."""

    tracer: Tracer
    instruments: Instruments
    logger: Logger
    content: bool
    latest_conventions: bool

    def log(
        self,
        event_name: str,
        at: int,
        attributes: Mapping[str, Value],
        context: Context,
        *,
        level: Level = "info",
        body: str | None = None,
    ) -> None:
        """One log record that belongs to the span of `context`."""
        self.logger.emit(
            timestamp=at,
            context=context,
            severity_number=_SEVERITIES[level],
            severity_text=level.upper(),
            body=body,
            attributes=attributes,
            event_name=event_name,
        )
