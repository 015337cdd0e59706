"""`architect sessions`, `diff` and `undo` on what `architect run` left behind."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Project

from architect.app.run_changes import hunks_of_run, keep_hunks_of_run
from architect.bootstrap.workspaces import disk_workspace
from architect.config.guardrails import GuardrailSettings
from architect.domain.ids import RunId
from architect.services.hunk_review import HunkChoice

FILES = {"main.py": "a = 1\nb = 2\nc = 3\nd = 4\n", "crlf.txt": "x\r\ny\r\n"}


def call(name: str, **arguments: str) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


def run_session(project: Project) -> str:
    """A run that changes, makes and rewrites files; the id of its session."""
    calls = [
        call("edit_file", path="main.py", old_str="b = 2", new_str="b = 20"),
        call("edit_file", path="crlf.txt", old_str="y", new_str="z"),
        call("write_file", path="new/file.py", content="print()\n"),
    ]
    script = {"schema_version": 1, "replies": [{"text": "go", "calls": calls}, {"text": "done"}]}
    for path, content in FILES.items():
        project.write(path, content)
    project.write("script.json", json.dumps(script))
    flags = ("--model", "recorded/script.json", "--mode", "yolo", "--json")
    finished = project.architect("run", "change \x1b[31mthings", *flags)
    assert finished.code == 0, finished.stderr
    return finished.document["session_id"]


def sessions(project: Project) -> list[dict[str, Any]]:
    return json.loads(project.architect("sessions", "--json").stdout)


def test_a_run_is_listed_shown_and_taken_back(project: Project) -> None:
    session_id = run_session(project)
    [listed] = sessions(project)
    assert listed["session_id"] == session_id
    assert (listed["status"], listed["agent"]) == ("completed", "build")
    assert listed["files_changed"] == ["main.py", "crlf.txt", "new/file.py"]
    diff = project.architect("diff").text
    assert "-b = 2\n+b = 20\n" in diff
    assert "-y\r\n+z\r\n" in diff
    assert project.architect("diff", session_id).text == diff
    assert project.architect("diff").stderr == ""
    undone = project.architect("undo")
    assert undone.code == 0
    again = project.architect("diff", session_id)
    assert (again.text, again.stderr) == (
        diff,
        "undone since: crlf.txt, main.py, new/file.py\n",
    )
    assert sorted(undone.text.splitlines()) == [
        "deleted new/file.py",
        "restored crlf.txt",
        "restored main.py",
        f"to redo: architect undo {session_id}.2",
    ]
    assert {path: project.read(path) for path in FILES} == FILES
    assert not (project.folder / "new/file.py").exists()
    assert project.architect("undo").text == "nothing to undo\n"
    again = project.architect("undo", f"{session_id}.2", "--json")
    assert (again.code, again.document["run_id"]) == (0, f"{session_id}.3")
    assert project.read("main.py") == FILES["main.py"].replace("b = 2", "b = 20")


def test_the_patch_of_a_run_is_one_that_git_applies(project: Project, tmp_path: Path) -> None:
    import subprocess

    run_session(project)
    (project.folder / "run.patch").write_bytes(project.architect("diff").stdout)
    reverse = ["git", "apply", "--reverse", "run.patch"]
    subprocess.run(reverse, cwd=project.folder, check=True, timeout=60)
    assert {path: project.read(path) for path in FILES} == FILES


def test_what_was_changed_since_stays_and_what_cannot_be_taken_back_is_named(
    project: Project,
) -> None:
    run_session(project)
    project.write("main.py", "a = 1\nb = 99\nc = 3\nd = 4\n")
    project.write("crlf.txt", "x\r\nz\r\nmore\r\n")
    undone = project.architect("undo", "--json")
    assert undone.code == 2
    [conflict] = undone.document["conflicts"]
    assert (conflict["path"], conflict["lines"]) == ("main.py", [[2, 2]])
    assert project.read("main.py") == "a = 1\nb = 99\nc = 3\nd = 4\n"
    assert project.read("crlf.txt") == "x\r\ny\r\nmore\r\n"


def test_one_file_can_be_taken_back_alone(project: Project) -> None:
    run_session(project)
    restored, redo = project.architect("undo", "--path", "crlf.txt").text.splitlines()
    assert restored == "restored crlf.txt"
    assert redo.startswith("to redo: architect undo ")
    assert project.read("main.py") != FILES["main.py"]
    refused = project.architect("undo", "--path", "mian.py")
    assert refused.code == 3
    assert "did you mean 'main.py'" in refused.stderr


def test_an_unknown_session_is_answered_with_the_nearest(project: Project) -> None:
    session_id = run_session(project)
    for name in ("undo", "diff"):
        refused = project.architect(name, session_id[:-1] + "!")
        assert refused.code == 3
        assert f"did you mean '{session_id}'" in refused.stderr


@pytest.mark.parametrize("arguments", [("undo",), ("diff",), ("undo", "--json")])
def test_without_a_run_there_is_nothing_to_show(
    project: Project, arguments: tuple[str, ...]
) -> None:
    refused = project.architect(*arguments)
    assert refused.code == 3
    assert "no run has changed a file" in refused.stderr
    listed = project.architect("sessions")
    assert (listed.text, listed.stderr) == ("", "no sessions in this workspace yet\n")
    assert not project.journals


def test_the_list_is_for_people_and_nothing_in_it_steers_their_terminal(project: Project) -> None:
    session_id = run_session(project)
    (project.folder / ".architect/sessions/20250101-000000-000000.jsonl").write_bytes(b"torn\n")
    first, second = project.architect("sessions").text.splitlines()
    assert first.startswith(f"1  {session_id}  done")
    assert "3 files" in first
    assert r"build: change \x1b[31mthings" in first
    assert second == "2  20250101-000000-000000  corrupt      line 1 is not a record"


def test_originals_are_out_of_git_and_for_the_user_only(project: Project) -> None:
    session_id = run_session(project)
    kept = list((project.folder / f".architect/sessions/{session_id}.files").iterdir())
    assert len(kept) == 5
    assert all(path.stat().st_mode & 0o077 == 0 for path in kept)


def keep_first_hunk(project: Project, run_id: str, path: str) -> None:
    """What the user does in an editor."""

    async def work() -> None:
        files = disk_workspace(project.folder)
        found = await hunks_of_run(RunId(run_id), files)
        [hunk] = [file.hunks[0].hunk_id for file in found.files if file.path == path]
        choice = HunkChoice(frozenset({hunk}))
        await keep_hunks_of_run(RunId(run_id), files, choice, rules=GuardrailSettings())

    asyncio.run(work())


def test_what_was_kept_in_an_editor_stays_until_that_is_meant_too(project: Project) -> None:
    run_id = f"{run_session(project)}.1"
    keep_first_hunk(project, run_id, "main.py")
    undone = project.architect("undo", run_id)
    assert undone.code == 2
    assert sorted(undone.text.splitlines()) == [
        "deleted new/file.py",
        "left alone 1 change that you have kept in main.py",
        "restored crlf.txt",
        f"to redo: architect undo {run_id[:-1]}3",
        "use --kept-too to undo them as well",
    ]
    assert project.read("main.py") == FILES["main.py"].replace("b = 2", "b = 20")
    again = project.architect("undo", run_id, "--json")
    assert (again.code, len(again.document["kept"])) == (2, 1)
    undone = project.architect("undo", run_id, "--kept-too")
    assert (undone.code, undone.text.splitlines()[0]) == (0, "restored main.py")
    assert {path: project.read(path) for path in FILES} == FILES


def test_the_execute_bit_that_a_patch_sets_is_taken_back_and_comes_again(project: Project) -> None:
    project.write("tool.sh", "echo one\n")
    project.write("mode.sh", "echo\n")
    project.write(".architect.yaml", "workspace: {allow_delete: true}\n")
    project.write("gone.sh", "echo gone\n")
    (project.folder / "gone.sh").chmod(0o755)
    head = "diff --git a/tool.sh b/tool.sh\nold mode 100644\nnew mode 100755\n"
    text = "--- a/tool.sh\n+++ b/tool.sh\n@@ -1 +1 @@\n-echo one\n+echo two\n"
    made = (
        "diff --git a/new.sh b/new.sh\nnew file mode 100755\n--- /dev/null\n+++ b/new.sh\n"
        "@@ -0,0 +1 @@\n+echo new\n"
    )
    calls = [
        call("apply_patch", path="tool.sh", patch=head + text),
        call("apply_patch", path="mode.sh", patch=head.replace("tool", "mode")),
        call("apply_patch", path="new.sh", patch=made),
        call("delete_file", path="gone.sh"),
    ]
    script = {"schema_version": 1, "replies": [{"text": "go", "calls": calls}, {"text": "done"}]}
    project.write("script.json", json.dumps(script))
    flags = ("--model", "recorded/script.json", "--mode", "yolo", "--json", "--trust-project")
    finished = project.architect("run", "make it run", *flags)
    assert finished.code == 0, finished.stderr
    after = {"tool.sh": ("echo two\n", True), "mode.sh": ("echo\n", True)}
    assert scripts(project) == after | {"new.sh": ("echo new\n", True)}
    undone = project.architect("undo", "--json")
    assert undone.code == 0
    before = {"tool.sh": ("echo one\n", False), "mode.sh": ("echo\n", False)}
    assert scripts(project) == before | {"gone.sh": ("echo gone\n", True)}
    assert project.architect("undo", undone.document["run_id"]).code == 0
    assert scripts(project) == after | {"new.sh": ("echo new\n", True)}


def scripts(project: Project) -> dict[str, tuple[str, bool]]:
    """The scripts that there are, and whether they may be executed."""
    return {
        path.name: (path.read_text(), bool(path.stat().st_mode & 0o100))
        for path in project.folder.glob("*.sh")
    }
