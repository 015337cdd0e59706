"""Telemetry of the daemon: kept between runs, for several at a time, flushed at the end."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.test_folders import run_in, with_folders
from tests.support.daemon import call, daemon, played, says
from tests.support.lsp_client import EditorClient, Refusal
from tests.support.otlp_server import OtlpServer, Way

LOOK = call("read_file", path="a.py")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


def to(collector: OtlpServer) -> dict[str, Any]:
    where = {"exporter": "otlp", "protocol": collector.way, "endpoint": collector.url}
    return {"telemetry": {"enabled": True, **where}}


async def run(client: EditorClient) -> Any:
    return await client.command("architect.run", {"prompt": "SECRETTASK", "wait": True})


@pytest.mark.parametrize("way", ["grpc", "http/protobuf"])
def test_runs_are_told_by_one_exporter_that_is_flushed_at_the_end(root: Path, way: Way) -> None:
    async def scene(collector: OtlpServer) -> None:
        async with daemon(root, LOOK, says("done"), rich=True, config=to(collector)) as client:
            for _ in range(2):
                assert (await run(client))["outcome"] == "completed"
            assert await client.shut_down() == 0

    with OtlpServer(way) as collector:
        played(scene(collector))
        spans, octets = collector.spans, collector.octets
    roots = [span for span in spans if span.name == "invoke_agent build"]
    assert len(roots) == len({span.trace_id for span in roots}) == 2
    assert len({span.resource["service.instance.id"] for span in spans}) == 1
    assert [span.name for span in spans].count("execute_tool read_file") == 2
    for word in (b"SECRETTASK", b"a.py", str(root).encode()):
        assert word not in octets


def test_runs_of_two_folders_at_the_same_time_do_not_mix(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()

    async def scene(collector: OtlpServer) -> None:
        config = to(collector)
        script = (call("run_command", command="sleep 0.3"), says("done"))
        announce = with_folders(root, other)
        async with daemon(root, *script, rich=True, config=config, announce=announce) as client:
            both = [run_in(client, folder, mode="yolo") for folder in (root, other)]
            assert [each["outcome"] for each in await asyncio.gather(*both)] == ["completed"] * 2
            client.disconnect()
            await client.exit_code()

    with OtlpServer() as collector:
        played(scene(collector))
        spans = collector.spans
    traces = {span.trace_id for span in spans}
    assert len(traces) == 2
    for trace in traces:
        names = [span.name for span in spans if span.trace_id == trace]
        assert names.count("execute_tool run_command") == 1
        assert names.count("invoke_agent build") == 1


def test_a_collector_that_is_not_there_is_told_once_and_costs_no_run(root: Path) -> None:
    with OtlpServer() as gone:
        pass

    async def scene() -> None:
        async with daemon(root, LOOK, says("done"), rich=True, config=to(gone)) as client:
            for _ in range(2):
                assert (await run(client))["outcome"] == "completed"
            code = await client.shut_down()
            assert code == 0
            told = [
                each["message"]
                for each in client.of("window/logMessage")
                if "telemetry" in each["message"]
            ]
            assert len(told) == 1
            assert told[0].startswith("architect: telemetry could not be sent, the run goes on")

    played(scene())


def test_what_cannot_be_had_is_told_as_the_answer(root: Path) -> None:
    async def scene() -> None:
        config = {"telemetry": {"enabled": True, "exporter": "file"}}
        async with daemon(root, says("done"), rich=True, config=config) as client:
            with pytest.raises(Refusal, match=r"telemetry\.trace_file has to name one"):
                await run(client)

    played(scene())
