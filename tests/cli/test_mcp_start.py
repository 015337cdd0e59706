"""What servers cost a run before its first request, and what they cost who has none."""

import json
import statistics
import sys
import time
from pathlib import Path

import pytest
from tests.cli.talk import talk
from tests.support.command import Project
from tests.support.provider_server import Reply

SERVER = Path(__file__).parents[1] / "support" / "mcp_server.py"
WAYS = ("", "hangs-at-start", "dies-at-start")
PAIRS = 5


def configured(project: Project, number: int) -> None:
    servers = {
        f"words{each}": {"command": sys.executable, "args": [str(SERVER), WAYS[each]]}
        for each in range(number)
    }
    place = project.home / "config/architect/config.yaml"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps({"mcp": {"servers": servers}}))


def first_request_after_s(project: Project) -> float:
    began = time.monotonic()
    [request] = talk(project, [Reply("done")], "--mode", "yolo").requests
    return request.at - began


@pytest.mark.fresh_processes
def test_three_servers_delay_the_first_request_by_less_than_300_ms(project: Project) -> None:
    beyond: list[float] = []
    for _ in range(PAIRS):
        configured(project, 0)
        without = first_request_after_s(project)
        configured(project, 3)
        beyond.append(first_request_after_s(project) - without)
    assert statistics.median(beyond) < 0.3, beyond


def test_a_run_without_servers_imports_nothing_for_them(project: Project) -> None:
    imports = {"PYTHONPROFILEIMPORTTIME": "1"}
    talked = talk(project, [Reply("done")], "--json", settings=imports)
    assert talked.document["status"] == "success"
    imported = {line.rpartition("|")[2].strip() for line in talked.stderr.splitlines()}
    assert "architect.agent.loop" in imported
    of_servers = ("mcp.", "mcp_types.", "architect.adapters.mcp.")
    assert not [name for name in imported if f"{name}.".startswith(of_servers)]
