"""`architect acp` as acpx sees it, a client for terminals, which only this test installs."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support.command import HANGS_AFTER_S, Project, command_line
from tests.support.recorded_model import call, recorded, reply

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(600),
    pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed"),
]

VERSION = "0.19.1"
DENIED = 5
"""How acpx ends if it allowed nothing of what it was asked."""

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.fixture(scope="module")
def acpx(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, with what it needs and nothing that would run while it is installed."""
    folder = tmp_path_factory.mktemp("acpx")
    install = ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts"]
    subprocess.run([*install, "--loglevel=error", f"acpx@{VERSION}"], check=True)
    return folder / "node_modules" / ".bin" / "acpx"


@pytest.mark.parametrize(
    ("permission", "content", "code"),
    [("--approve-all", "x = 2\n", 0), ("--deny-all", "x = 1\n", DENIED)],
)
def test_a_task_is_done_as_far_as_it_is_allowed(
    acpx: Path, project: Project, permission: str, content: str, code: int
) -> None:
    model = recorded(project.home / "script.json", reply("I edit.", EDIT), reply("Done."))
    agent = ["--agent", shlex.join(command_line("acp")), permission]
    told = subprocess.run(
        ["node", acpx, *agent, "--format", "json", "exec", "set x to 2"],
        cwd=project.folder,
        env=project.environment({"ARCHITECT_MODEL": model}),
        capture_output=True,
        timeout=HANGS_AFTER_S,
        check=False,
    )
    assert told.returncode == code, told.stderr.decode()
    messages = [json.loads(line) for line in told.stdout.splitlines()]
    called = [each["method"] for each in messages if "method" in each]
    assert called.count("session/request_permission") == 1
    assert called.count("fs/write_text_file") == (content == "x = 2\n")
    assert messages[-1]["result"] == {"stopReason": "end_turn"}
    assert project.read("a.py") == content
    project.check_for_bugs(told.stderr.decode())
