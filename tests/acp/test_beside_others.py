"""ACP beside another front end in one folder: nobody loses anything, and all agree."""

import asyncio
from typing import Any

import pytest
from tests.support import daemon as lsp
from tests.support.acp_wire import AcpWire, acp_wire, allows, chosen
from tests.support.asking import ASKS_ALWAYS
from tests.support.command import Project
from tests.support.recorded_model import call, recorded, reply

pytestmark = pytest.mark.anyio

SET_X = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
SET_Y = call("edit_file", path="a.py", old_str="y = 1", new_str="y = 2")
TEXT = "x = 1\n\n\n\n\n\n\n\ny = 1\n"


def script(project: Project, name: str, *replies: dict[str, Any]) -> str:
    return recorded(project.home / f"{name}.json", *replies)


async def on_command_line(project: Project, *arguments: str) -> Any:
    return await asyncio.to_thread(project.architect, *arguments, environment=ASKS_ALWAYS)


async def last_status(client: AcpWire) -> str:
    return [each["status"] for each in client.updates("tool_call_update") if "status" in each][-1]


async def test_what_the_command_line_changed_meanwhile_is_kept_and_each_undoes_its_own(
    project: Project,
) -> None:
    project.write("a.py", TEXT)
    same = call("edit_file", path="a.py", old_str="x = 2", new_str="x = 8")
    clash = call("edit_file", path="a.py", old_str="x = 2", new_str="x = 9")
    others = iter((SET_Y, same))

    async def allows_late(params: Any) -> Any:
        """Allow it once the command line has changed the file."""
        other = script(project, "other", reply("", next(others)), reply("Done."))
        ran = await on_command_line(project, "run", "edit", "--mode", "yolo", "--model", other)
        assert ran.code == 0
        return await allows(params)

    model = script(project, "script", reply("", SET_X), reply("", clash), reply("Done."))
    answers = {"session/request_permission": allows_late}
    async with acp_wire(project, model, answers=answers) as client:
        assert await client.say("set x") == "end_turn"
        await client.update("tool_call_update", status="completed")
        failed = await client.update("tool_call_update", status="failed")
        assert "old_str not found" in str(failed["content"])
        assert project.read("a.py") == TEXT.replace("x = 1", "x = 8").replace("y = 1", "y = 2")
        undone = await on_command_line(project, "undo")
        assert undone.code == 0

        assert await client.say("/undo") == "end_turn"
        assert project.read("a.py") == TEXT.replace("y = 1", "y = 2")
        first = next(p.stem for p in project.journals if p.stem != client.session_id)
        undone = await on_command_line(project, "undo", first)
        assert (undone.code, project.read("a.py")) == (0, TEXT)


async def test_what_is_allowed_for_good_holds_on_the_command_line_and_a_live_session_is_left_alone(
    project: Project,
) -> None:
    command = call("run_command", command="git tag made-by-test")

    hold = asyncio.Event()

    async def for_good_or_held(params: Any) -> Any:
        if params["toolCall"]["kind"] == "execute":
            found = [each for each in params["options"] if each["name"].startswith("Allow in this")]
            return {"outcome": {"outcome": "selected", "optionId": found[0]["optionId"]}}
        await hold.wait()
        return chosen(params, "reject_once")

    model = script(project, "script", reply("", command), reply("", SET_X), reply("Done."))
    answers = {"session/request_permission": for_good_or_held}
    async with acp_wire(project, model, answers=answers, environment=ASKS_ALWAYS) as client:
        _, turn = client.prompt("tag it")
        await client.wait_for("session/request_permission")
        await client.wait_for("session/request_permission")
        granted = await on_command_line(project, "grants", "list")
        assert "git tag" in granted.text
        busy = await on_command_line(project, "resume", client.session_id)
        assert (busy.code, "is still active" in busy.stderr) == (3, True)
        refused = await on_command_line(project, "undo", client.session_id)
        assert refused.code != 0
        assert "is being worked on" in refused.stderr
        hold.set()
        assert (await turn)["stopReason"] == "end_turn"
    again = script(project, "again", reply("", command), reply("Done."))
    ran = await on_command_line(project, "run", "tag it", "--model", again)
    assert "denied" not in ran.stderr.lower()
    resumed = await on_command_line(project, "resume", client.session_id, "--model", again)
    assert resumed.code == 0


async def test_findings_of_one_editor_show_in_the_other_and_its_unsaved_text_is_kept(
    project: Project,
) -> None:
    project.write("a.py", TEXT)
    finding = {"path": "a.py", "line": 1, "severity": "error", "title": "Wrong", "detail": "So."}
    review = script(project, "review", reply("", call("report_finding", **finding)), reply("Ok."))
    async with (
        lsp.daemon(project.folder, lsp.says("ok"), environment=project.environment()) as editor,
        acp_wire(project, review) as client,
    ):
        editor.open("a.py")
        assert await client.say("/review a.py") == "end_turn"
        assert "error" in str(client.updates("agent_message_chunk"))
        async with asyncio.timeout(60):
            while not (found := (await editor.command("architect.findings", {}))["findings"]):
                await asyncio.sleep(0.05)
        assert found[0]["title"] == "Wrong"

        editor.type("a.py", 0, 0, "# mine\n")
        await client.choose("mode", "edit")
        await client.choose("model", script(project, "edit", reply("", SET_X), reply("Done.")))
        assert await client.say("set x") == "end_turn"
        assert await last_status(client) == "completed"
        assert project.read("a.py") == TEXT.replace("x = 1", "x = 2")
        assert editor.text("a.py") == f"# mine\n{TEXT}"

        own = lsp.recorded(project.folder, {"calls": [SET_Y]}, lsp.says("Done."), name="lsp")
        order = {"prompt": "set y", "mode": "yolo", "model": own, "wait": True}
        await editor.command("architect.run", order)
        assert project.read("a.py") == TEXT.replace("x = 1", "x = 2")
        assert editor.text("a.py") == f"# mine\n{TEXT.replace('y = 1', 'y = 2')}"
        assert await client.say("/undo") == "end_turn"
        assert project.read("a.py") == TEXT
        assert editor.text("a.py") == f"# mine\n{TEXT.replace('y = 1', 'y = 2')}"
