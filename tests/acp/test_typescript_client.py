"""`architect acp` as the client of the protocol's TypeScript SDK sees it."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.acp_shapes import SDK
from tests.support.command import HANGS_AFTER_S, Project, command_line
from tests.support.recorded_model import call, recorded, reply

CLIENT = Path(__file__).parents[1] / "support" / "acp_client.mjs"
EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.mark.skipif(
    not SDK.exists(), reason="client-vscode is not installed (scripts/install-extension)"
)
def test_the_client_of_the_typescript_sdk_has_a_task_done(project: Project) -> None:
    project.write(".architect.yaml", "commands:\n  network: true\n")
    model = recorded(project.home / "script.json", reply("I edit.", EDIT), reply("Done."))
    told = subprocess.run(
        ["node", CLIENT, SDK, project.folder, "set x to 2", *command_line("acp")],
        env=project.environment({"ARCHITECT_MODEL": model}),
        capture_output=True,
        timeout=HANGS_AFTER_S,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    seen = json.loads(told.stdout)
    assert seen["initialized"]["agentInfo"]["name"] == "architect"
    login = seen["initialized"]["authMethods"][1]
    assert (login["type"], login["args"]) == ("terminal", ["--login"])
    assert seen["ended"] == {"stopReason": "end_turn"}
    assert seen["questions"] == ["Edit a.py (+1 -1)?"]
    assert seen["written"] == [str(project.folder / "a.py")]
    kinds = {update["sessionUpdate"] for update in seen["updates"]}
    assert {"notice", "session_info_update", "usage_update", "user_message_chunk"} < kinds
    said = [each for each in seen["updates"] if each["sessionUpdate"] == "agent_message_chunk"]
    assert {each["messageId"].rpartition(".")[2] for each in said} == {"said"}
    assert len({each["messageId"] for each in said}) == 2, "live and loaded they are the same"
    assert [each["title"] for each in seen["sessions"]["sessions"]] == ["set x to 2"]
    assert (seen["deleted"], seen["code"], project.journals) == ({}, 0, [])
    assert project.read("a.py") == "x = 2\n"
