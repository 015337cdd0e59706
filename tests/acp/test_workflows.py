"""Workflows that a client of ACP begins by a command."""

import asyncio
import re

import pytest
from acp.exceptions import RequestError
from tests.support.acp_client import AcpEditor, acp_editor
from tests.support.command import Project
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.repository import commit_all, git

pytestmark = pytest.mark.anyio

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
PIPELINE = """\
name: set
variables: {value: null}
steps:
  - {name: set, prompt: "Set x to {{value}}.", checks: ["grep -q 'x = 2' a.py"]}
"""


def last_plan(editor: AcpEditor) -> list[str]:
    return [entry["status"] for entry in editor.of_kind("plan")[-1]["entries"]]


async def test_a_loop_works_on_the_files_until_its_check_passes_and_is_undone(
    project: Project,
) -> None:
    model = recorded(project.home / "script.json", reply("", EDIT), reply("Set."))
    async with acp_editor(project, model) as editor:
        task = """/loop set x to 2 --check "grep -q 'x = 2' a.py" """
        assert await editor.say(task) == "end_turn"
        assert project.read("a.py") == "x = 2\n"
        assert editor.written == [project.folder / "a.py"]
        said = editor.said()
        assert "check passed: grep -q 'x = 2' a.py" in said
        assert "**success**" in said
        assert last_plan(editor) == ["completed"]
        await editor.say("/undo")
        assert project.read("a.py") == "x = 1\n"


async def test_tasks_at_the_same_time_are_on_branches(project: Project) -> None:
    git(project.folder, "init", "-q")
    git(project.folder, "config", "user.name", "A User")
    git(project.folder, "config", "user.email", "user@example.invalid")
    commit_all(project.folder)
    model = recorded(project.home / "script.json", reply("", EDIT), reply("Set."))
    async with acp_editor(project, model) as editor:
        assert await editor.say("/parallel set x to 2\nset x to 2 again") == "end_turn"
        assert project.read("a.py") == "x = 1\n"
        assert last_plan(editor) == ["completed", "completed"]
        assert editor.said().count("committed on the branch") == 2


async def test_a_pipeline_runs_once_it_is_trusted(project: Project) -> None:
    project.write("set.yaml", PIPELINE)
    model = recorded(project.home / "script.json", reply("", EDIT), reply("Set."))
    async with acp_editor(project, model) as editor:
        with pytest.raises(RequestError, match="runs only once you trust it"):
            await editor.say("/pipeline set.yaml value=2")
        project.architect("trust", "set.yaml", "--yes")
        with pytest.raises(RequestError, match="value=VALUE"):
            await editor.say("/pipeline set.yaml")
        assert await editor.say("/pipeline set.yaml value=2") == "end_turn"
        assert project.read("a.py") == "x = 2\n"
        assert "**success**" in editor.said()


async def test_a_workflow_that_is_cancelled_says_how_it_goes_on(project: Project) -> None:
    gate = Gate(project.folder / "gate")
    model = recorded(project.home / "script.json", reply("Wait.", gate.wait))
    async with acp_editor(project, model) as editor:
        turn = asyncio.create_task(editor.say("/loop wait --check 'true'"))
        async with asyncio.timeout(60):
            while not editor.of_kind("tool_call"):
                await asyncio.sleep(0.01)
        for words in ("and now?", "/undo"):
            with pytest.raises(RequestError, match="a workflow is working here"):
                await editor.say(words)
        await editor.connection.cancel(session_id=editor.session_id)
        assert await turn == "cancelled"
        assert re.search(r"\*\*stopped\*\*.*`architect resume \S+`", editor.said())
        for words, problem in (
            ("/loop", "what is to be done"),
            ("/parallel --check 'true'", "one task a line"),
            ("/loop see that prettier --check . passes", "in quotes"),
            ("/pipeline nothing.yaml", "nothing.yaml"),
        ):
            with pytest.raises(RequestError, match=problem):
                await editor.say(words)


async def test_a_workflow_that_is_cancelled_while_it_begins_does_not_go_on(
    project: Project,
) -> None:
    model = recorded(project.home / "script.json", reply("", EDIT), reply("Set."))
    async with acp_editor(project, model) as editor:
        turn = asyncio.create_task(editor.say("/loop set x to 2 --check 'true'"))
        await asyncio.sleep(0)
        await editor.connection.cancel(session_id=editor.session_id)
        assert await turn == "cancelled"
        assert project.read("a.py") == "x = 1\n"
