"""`architect mcp-serve` as the client of FastMCP sees it, which only this test installs."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import HANGS_AFTER_S, Project, command_line
from tests.support.mcp_agent import TOKEN, http_server, use_model
from tests.support.recorded_model import call, recorded, reply

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

AGENT = Path(__file__).parents[1] / "support" / "fastmcp_agent.py"
VERSION = "4.2.3"
EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that has FastMCP."""
    folder = tmp_path_factory.mktemp("fastmcp")
    python = folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install = [python, "-m", "pip", "install", "--quiet", f"fastmcp=={VERSION}"]
    subprocess.run(install, check=True)
    return python


def seen_by(python: Path, project: Project, *where: str) -> dict[str, Any]:
    """What the client saw of a task that it had done."""
    use_model(project, recorded(project.home / "edit.json", reply("I edit.", EDIT), reply("Done.")))
    command: Sequence[str | Path] = [python, AGENT, "set x to 2", *where]
    told = subprocess.run(
        command,
        cwd=project.folder,
        env=project.environment(),
        capture_output=True,
        timeout=HANGS_AFTER_S,
        check=False,
    )
    assert told.returncode == 0, told.stderr.decode()
    return json.loads(told.stdout)


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_it_has_a_task_done_is_asked_and_told(
    python: Path, project: Project, transport: str
) -> None:
    if transport == "stdio":
        seen = seen_by(python, project, *command_line("mcp-serve"))
    else:
        with http_server(project) as url:
            seen = seen_by(python, project, url, TOKEN)
    assert {"run_task", "review", "apply_patch", "undo"} < set(seen["tools"])
    assert seen["done"]["ending"] == "completed"
    assert seen["progress"][:2] == ["step 1", "I edit."]
    [edit, undo] = seen["questions"]
    assert "+x = 2" in edit
    assert seen["done"]["run_id"] in undo
    assert (seen["undone"]["ending"], project.read("a.py")) == ("completed", "x = 1\n")
    project.check_for_bugs("")
