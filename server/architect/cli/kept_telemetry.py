"""The telemetry of a command, whose exporters serve all of its runs."""

import contextlib
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from architect.config.telemetry import TelemetrySettings

if TYPE_CHECKING:
    from architect.ports.telemetry import TelemetryKeeper


@contextlib.contextmanager
def kept_telemetry(
    settings: TelemetrySettings, warn: Callable[[str], None]
) -> Generator["TelemetryKeeper | None"]:
    """What keeps the exporters, if there is any telemetry; at the end it sends what is left.

    `warn` is told at the end what could not be sent.
    """
    if not settings.enabled:
        yield None
        return
    from architect.bootstrap.telemetry import KeptTelemetry

    warnings: list[str] = []
    kept = KeptTelemetry(warnings.append)
    try:
        yield kept
    finally:
        kept.close()
        for warning in warnings:
            warn(warning)
