"""Telemetry as the configuration and the standard variables want it."""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Literal, cast, get_args

from architect.adapters.install_command import install_command
from architect.bootstrap.runtime import crash_log
from architect.config.telemetry import TelemetrySettings
from architect.domain.errors import UserError
from architect.domain.telemetry import OtlpProtocol, SignalExporter, SignalPlan, TelemetryPlan
from architect.l10n import english
from architect.ports.telemetry import Telemetry, TelemetryKeeper, WorkflowTrace

if TYPE_CHECKING:
    from architect.adapters.telemetry.exports import Exports
    from architect.adapters.telemetry.problems import Problems
    from architect.domain.workflows.events import WorkflowStarted

FLUSH_S = 2.0
"""How long the end of the process waits for what is not sent yet."""

_PACKAGES = (
    "opentelemetry-exporter-otlp-proto-grpc",
    "opentelemetry-exporter-otlp-proto-http",
    "opentelemetry-sdk",
)

Signal = Literal["TRACES", "METRICS", "LOGS"]


def telemetry_plan(settings: TelemetrySettings, environ: Mapping[str, str]) -> TelemetryPlan | None:
    """What is to be sent, and where; None if nothing is.

    The `OTEL_*` variables go before the configuration, but they never switch telemetry on.
    https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/

    Raises:
        UserError: a variable has a value that we do not know.
    """
    if not settings.enabled or environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return None
    wanted = environ.get("OTEL_SEMCONV_STABILITY_OPT_IN", "").split(",")
    return TelemetryPlan(
        traces=_signal("TRACES", settings, environ),
        metrics=_signal("METRICS", settings, environ),
        logs=_signal("LOGS", settings, environ),
        file=settings.trace_file,
        content=settings.content,
        latest_conventions="gen_ai_latest_experimental" in map(str.strip, wanted),
        traceparent=environ.get("TRACEPARENT", ""),
        tracestate=environ.get("TRACESTATE", ""),
    )


async def run_telemetry(
    settings: TelemetrySettings,
    environ: Mapping[str, str],
    kept: TelemetryKeeper | None,
    resources: AsyncExitStack,
) -> Telemetry | None:
    """The telemetry of a run: by exporters that are `kept`, or by its own.

    Raises:
        UserError: it cannot be had.
    """
    if (plan := telemetry_plan(settings, environ)) is None:
        return None
    if kept is None:
        kept = own = KeptTelemetry(_unheard)
        resources.push_async_callback(asyncio.to_thread, own.close)
    return await kept.following(plan)


async def workflow_trace(
    settings: TelemetrySettings,
    environ: Mapping[str, str],
    started: "WorkflowStarted",
    resources: AsyncExitStack,
) -> WorkflowTrace | None:
    """The span of a workflow, if there is telemetry.

    Raises:
        UserError: it cannot be had.
    """
    if not settings.enabled:
        return None
    telemetry = await run_telemetry(settings, environ, None, resources)
    return None if telemetry is None else telemetry.workflow(started)


def _unheard(_: str) -> None:
    """A front end that keeps nothing has nowhere to say it."""


class KeptTelemetry:
    """The telemetry of this process, by plan; `warn` is told once if it cannot be sent.

    `warn` may be called from another thread.
    """

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._problems: Problems | None = None
        self._exports: dict[TelemetryPlan, Exports] = {}
        self._opening = asyncio.Lock()

    async def following(self, plan: TelemetryPlan) -> Telemetry:
        """The telemetry that goes where `plan` says; the SDK is imported in a thread.

        Raises:
            UserError: OpenTelemetry is not installed, or refuses the plan.
        """
        from architect.adapters.process.daemon_thread import in_daemon_thread

        async with self._opening:
            if plan not in self._exports:
                self._exports[plan] = await in_daemon_thread(lambda: self._opened(plan))
        return self._exports[plan].telemetry

    def close(self, within_s: float = FLUSH_S) -> None:
        """Send what is left, for so long at most, and warn if that was too short."""
        deadline, opened = time.monotonic() + within_s, tuple(self._exports.values())
        self._exports = {}
        for exports in opened:
            exports.start_closing()
        late = [exports for exports in opened if not exports.closed(deadline)]
        if self._problems is not None:
            if late:
                reason = self._problems.first or english(
                    "no answer within {within_s:g} s", within_s=within_s
                )
                self._problems.tell(reason)
            self._problems.detach()

    def _opened(self, plan: TelemetryPlan) -> "Exports":
        try:
            from architect.adapters.telemetry.exports import Exports
            from architect.adapters.telemetry.problems import Problems

            if self._problems is None:
                self._problems = Problems(self._warn)
                self._problems.attach()
            return Exports(plan, self._bug)
        except ModuleNotFoundError as error:
            raise UserError(
                english(
                    "telemetry.enabled is true, but OpenTelemetry is not installed (no module "
                    "{name!r}): {install}",
                    name=error.name,
                    install=install_command(*_PACKAGES),
                )
            ) from error
        except (ValueError, RuntimeError) as error:
            # The SDK reads its variables when it is imported, and when exporters are made.
            raise UserError(
                english("telemetry: one of the OTEL_* variables is wrong: {error}", error=error)
            ) from error

    def _bug(self, bug: Exception) -> None:
        where = crash_log().keep(bug)
        self._warn(
            english(
                "a bug in architect ended the telemetry of a run; details in {where}", where=where
            )
        )


def _signal(signal: Signal, settings: TelemetrySettings, environ: Mapping[str, str]) -> SignalPlan:
    exporter = _exporter(signal, settings, environ)
    if exporter != "otlp":
        return SignalPlan(exporter)
    protocol = _of(environ, f"OTEL_EXPORTER_OTLP_{signal}_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
    if protocol and protocol not in get_args(OtlpProtocol):
        raise UserError(
            english(
                "OTEL_EXPORTER_OTLP_PROTOCOL is {protocol!r}; telemetry can be sent by {protocols}",
                protocol=protocol,
                protocols=" and ".join(get_args(OtlpProtocol)),
            )
        )
    named = _of(environ, f"OTEL_EXPORTER_OTLP_{signal}_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
    return SignalPlan(
        "otlp",
        cast(OtlpProtocol, protocol or settings.protocol),
        None if named else settings.endpoint,
    )


def _exporter(
    signal: Signal, settings: TelemetrySettings, environ: Mapping[str, str]
) -> SignalExporter:
    named = _of(environ, f"OTEL_{signal}_EXPORTER")
    if not named:
        return "file" if settings.exporter == "json-file" else settings.exporter
    if named not in ("otlp", "console", "none"):
        raise UserError(
            english(
                "OTEL_{signal}_EXPORTER is {named!r}; it can be otlp, console or none",
                signal=signal,
                named=named,
            )
        )
    return cast(SignalExporter, named)


def _of(environ: Mapping[str, str], *names: str) -> str:
    """The first of the variables that is set and not empty, as the specification has it."""
    return next(filter(None, (environ.get(name, "").strip() for name in names)), "")
