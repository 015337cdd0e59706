"""What servers cost a run before its first request, and what they cost who has none."""

import json
import sys
import time
from pathlib import Path

from tests.cli.talk import talk
from tests.support.command import Project
from tests.support.provider_server import Reply

SERVER = Path(__file__).parents[1] / "support" / "mcp_server.py"
WAYS = ("", "hangs-at-start", "dies-at-start")
NEVER_WAITED_S = 20.0


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


def test_servers_that_hang_or_die_do_not_hold_up_the_first_request(project: Project) -> None:
    """The bound is far below the time that a server has to start; what is lost is a benchmark's."""
    configured(project, 3)
    assert first_request_after_s(project) < NEVER_WAITED_S


def test_a_run_imports_nothing_for_servers_and_workflows_that_it_has_not(project: Project) -> None:
    imports = {"PYTHONPROFILEIMPORTTIME": "1"}
    talked = talk(project, [Reply("done")], "--json", settings=imports)
    assert talked.document["status"] == "success"
    imported = {line.rpartition("|")[2].strip() for line in talked.stderr.splitlines()}
    assert "architect.agent.loop" in imported
    of_others = ("mcp.", "mcp_types.", "architect.adapters.mcp.", "architect.workflows.")
    of_others += ("architect.domain.workflows.", "architect.bootstrap.workflows.")
    assert not [name for name in imported if f"{name}.".startswith(of_others)]
