"""Telemetry as settings and variables want it, and as a process keeps it."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

from tests.support.rig import SESSION

from architect.bootstrap.telemetry import KeptTelemetry, run_telemetry, telemetry_plan
from architect.config.telemetry import TelemetrySettings
from architect.domain.ids import RunId
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunStarted
from architect.domain.telemetry import SignalPlan
from architect.domain.verdict import ConfirmMode
from architect.testing.frozen_clock import FrozenClock

OTLP = TelemetrySettings(enabled=True, exporter="otlp", endpoint="http://a:1")


def test_a_variable_for_one_signal_goes_before_the_one_for_all_and_the_settings() -> None:
    variables = {
        "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
        "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf",
        "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "http://b:2",
        "OTEL_METRICS_EXPORTER": "console",
    }
    plan = telemetry_plan(OTLP, variables)
    assert plan is not None
    assert plan.traces == SignalPlan("otlp", "http/protobuf", "http://a:1")
    assert plan.logs == SignalPlan("otlp", "grpc", None)
    assert plan.metrics == SignalPlan("console")


def test_an_empty_variable_says_nothing() -> None:
    empty = {"OTEL_EXPORTER_OTLP_PROTOCOL": "", "OTEL_TRACES_EXPORTER": " ", "TRACEPARENT": ""}
    assert telemetry_plan(OTLP, empty) == telemetry_plan(OTLP, {})


def test_there_is_no_plan_unless_it_is_enabled_and_not_disabled() -> None:
    assert telemetry_plan(TelemetrySettings(), {"OTEL_TRACES_EXPORTER": "otlp"}) is None
    assert telemetry_plan(OTLP, {"OTEL_SDK_DISABLED": "TRUE"}) is None


def test_runs_that_begin_together_share_one_exporter(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    plan = telemetry_plan(TelemetrySettings(enabled=True, exporter="file", trace_file=file), {})
    assert plan is not None
    warnings: list[str] = []
    kept = KeptTelemetry(warnings.append)

    async def both() -> None:
        first, second = await asyncio.gather(kept.following(plan), kept.following(plan))
        assert first is second

    asyncio.run(both())
    kept.close()
    assert warnings == []


def test_a_run_of_a_front_end_that_keeps_nothing_has_its_own(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    settings = TelemetrySettings(enabled=True, exporter="file", trace_file=file)
    run_id = RunId(f"{SESSION}.1")

    async def run() -> None:
        async with AsyncExitStack() as resources:
            telemetry = await run_telemetry(settings, {}, None, resources)
            assert telemetry is not None
            resources.callback(telemetry.left, run_id)
            started = RunStarted(
                session_id=SESSION,
                task="t",
                agent="build",
                model="m",
                workspace="/w",
                mode=ConfirmMode.YOLO,
                dry_run=False,
                max_steps=5,
                system="s",
                opening="o",
            )
            telemetry.show(Record(run_id, 1, FrozenClock().now(), started))

    asyncio.run(run())
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    [spans] = [line["resourceSpans"] for line in lines if "resourceSpans" in line]
    assert spans[0]["scopeSpans"][0]["spans"][0]["name"] == "invoke_agent build"
