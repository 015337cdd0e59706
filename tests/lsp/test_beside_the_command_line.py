"""An editor with its daemon, and the command line in the same folder."""

import asyncio
from pathlib import Path
from typing import Any

from tests.support.command import Project
from tests.support.daemon import call, daemon, played, recorded, says

SET_X = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
SET_Y = call("edit_file", path="a.py", old_str="y = 1", new_str="y = 2")
TAG = call("run_command", command="git tag made-by-test")
TEXT = "x = 1\n\n\n\n\n\n\n\ny = 1\n"
FINDING: dict[str, Any] = {"path": "a.py", "line": 9, "severity": "warning", "title": "Wrong"}


def test_nobody_overwrites_anybody_each_undoes_its_own_and_findings_and_grants_agree(
    tmp_path: Path,
) -> None:
    project = Project(tmp_path / "project", tmp_path / "home")
    project.home.mkdir()
    project.write("a.py", TEXT)

    async def on_command_line(*arguments: str) -> Any:
        ran = await asyncio.to_thread(project.architect, *arguments)
        assert ran.code == 0, ran.stderr
        return ran

    async def scene() -> None:
        environment = project.environment()
        edit = recorded(project.home, SET_X, says("Done."), name="edit")
        review = call("report_finding", **FINDING, detail="So.")
        reviewer = recorded(project.home, review, says("Ok."), name="review")
        tag = recorded(project.home, TAG, says("Done."), name="tag")
        async with daemon(project.folder, says("ok"), environment=environment) as editor:
            editor.open("a.py")
            editor.type("a.py", 4, 0, "# mine\n")
            typed = editor.text("a.py")
            await on_command_line("run", "edit", "--mode", "yolo", "--model", edit)
            assert (project.read("a.py"), editor.text("a.py")) == (
                TEXT.replace("x = 1", "x = 2"),
                typed,
            )
            order = {"prompt": "set y", "mode": "yolo", "wait": True}
            own = recorded(project.home, SET_Y, says("Done."), name="own")
            run = await editor.command("architect.run", {**order, "model": own})
            assert run["filesChanged"] == ["a.py"]
            assert project.read("a.py") == TEXT.replace("x = 1", "x = 2")
            assert editor.text("a.py") == typed.replace("y = 1", "y = 2")
            await editor.command("architect.undo", {"runId": run["runId"]})
            assert editor.text("a.py") == typed
            await on_command_line("undo", min(each.stem for each in project.journals))
            assert (project.read("a.py"), editor.text("a.py")) == (TEXT, typed)

            await on_command_line("review", "a.py", "--model", reviewer)
            told = await editor.wait_for(
                "textDocument/publishDiagnostics", lambda params: params["diagnostics"]
            )
            (finding,) = told["diagnostics"]
            assert finding["message"].startswith("Wrong")
            # The line that was typed stands above it.
            assert finding["range"]["start"]["line"] == TEXT.count("\n")
            found = (await editor.command("architect.findings", {}))["findings"]
            assert [each["title"] for each in found] == ["Wrong"]

            await on_command_line("grants", "deny", "git tag")
            run = await editor.command("architect.run", {**order, "model": tag})
            assert run["denied"] == 1

    played(scene())
