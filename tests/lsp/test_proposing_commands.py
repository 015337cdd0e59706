"""Commands of a run that only proposes change nothing, or are asked about, over the real daemon."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, says
from tests.support.lsp_client import EditorClient
from tests.support.sandboxes import need_sandbox

PROPOSE = {"prompt": "shout", "mode": "yolo", "review": "propose", "wait": True}
NO_SANDBOX = {"commands": {"sandbox": "off"}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_bytes(b"one\n")
    return root


def files(root: Path) -> dict[str, bytes]:
    """The files of the workspace that are not architect's own."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".architect" not in path.parts
    }


async def results(client: EditorClient, run_id: str) -> list[str]:
    page = await client.command("architect.events", {"runId": run_id})
    return [each["text"] for each in page["events"] if each["type"] == "tool.finished"]


def test_a_command_cannot_change_what_the_run_may_only_propose(root: Path, tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    before = files(root)

    async def scene() -> None:
        replies = (
            call("run_command", command="echo evil > a.py; echo evil > new.py; rm a.py"),
            call("run_command", command="cat a.py; echo x > /tmp/x && echo can write there"),
            call("edit_file", path="a.py", old_str="one", new_str="ONE"),
            says("done"),
        )
        async with daemon(root, *replies) as client:
            run = await client.command("architect.run", PROPOSE, 30)
            assert (run["filesChanged"], run["filesProposed"]) == ([], ["a.py"])
            first, second, _ = await results(client, run["runId"])
            assert "Read-only file system" in first
            assert "so commands cannot write in the workspace" in first
            assert "one\ncan write there" in second
            assert "no command can write" not in second
            assert files(root) == before
            kept = await client.command("architect.keep", {"runId": run["runId"]})
            assert len(kept["kept"]) == 1

    played(scene())
    assert files(root) == {"a.py": b"ONE\n"}


def test_hooks_of_such_a_run_cannot_change_files_either(root: Path, tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    before = files(root)
    hooks: dict[str, Any] = {
        "hooks": {
            "pre_tool_use": [{"name": "before", "command": "echo evil >> a.py; echo seen"}],
            "post_tool_use": [{"name": "after", "command": "echo evil > new.py"}],
            "post_edit": [{"name": "format", "command": "echo evil > {file}"}],
            "session_end": [{"name": "end", "command": "rm -f a.py"}],
        }
    }

    async def scene() -> None:
        replies = (call("edit_file", path="a.py", old_str="one", new_str="ONE"), says("done"))
        async with daemon(root, *replies, config=hooks) as client:
            run = await client.command("architect.run", PROPOSE, 30)
            page = await client.command("architect.events", {"runId": run["runId"]})
            ran = {
                each["name"]: each["outcome"]
                for each in page["events"]
                if each["type"] == "hook.ran"
            }
            assert ran == {"before": "ok", "after": "failed", "end": "failed"}
            assert files(root) == before

    played(scene())


@pytest.mark.parametrize(("choice", "changed"), [("deny", False), ("once", True)])
def test_without_a_sandbox_the_user_is_asked_although_the_mode_asks_nothing(
    root: Path, choice: str, changed: bool
) -> None:
    questions: list[Any] = []

    async def confirm(params: Any) -> dict[str, Any]:
        questions.append(params)
        return {"choice": choice}

    async def scene() -> None:
        replies = (
            call("run_command", command="echo changed > a.py"),
            call("run_command", command="cat a.py"),
            says("done"),
        )
        answers = {"architect/confirm": confirm}
        async with daemon(root, *replies, rich=True, answers=answers, config=NO_SANDBOX) as client:
            run = await client.command("architect.run", PROPOSE, 30)
            told, looked = await results(client, run["runId"])
            assert ("denied (proposals)" in told, run["denied"]) == (not changed, int(not changed))
            assert ("changed" in looked, "one" in looked) == (changed, not changed)

    played(scene())
    [question] = questions
    assert question["kind"] == "command"
    assert "this run only proposes changes" in question["detail"]
    assert "commands.sandbox is off" in question["detail"]
    assert question["options"] == ["once", "run", "deny", "stop"]
    assert (root / "a.py").read_bytes() == (b"changed\n" if changed else b"one\n")


def test_a_run_that_edits_has_its_commands_write_as_ever(root: Path) -> None:
    async def scene() -> None:
        replies = (call("run_command", command="echo two > a.py"), says("done"))
        async with daemon(root, *replies) as client:
            run = await client.command("architect.run", {**PROPOSE, "review": "after"}, 30)
            assert run["outcome"] == "completed"

    played(scene())
    assert (root / "a.py").read_bytes() == b"two\n"


def test_nobody_is_asked_for_what_the_command_would_still_not_have(
    root: Path, tmp_path: Path
) -> None:
    need_sandbox(tmp_path)
    made = ["git", "-c", "init.templateDir=", "init", "--quiet", str(root)]
    subprocess.run(made, check=True, timeout=60)
    before = files(root)

    async def scene() -> None:
        replies = (call("run_command", command="git config core.pager cat"), says("done"))
        async with daemon(root, *replies) as client:
            run = await client.command("architect.run", PROPOSE, 30)
            [told] = await results(client, run["runId"])
            assert "so commands cannot write in the workspace" in told
            assert "Repeat exactly the same call" not in told

    played(scene())
    assert files(root) == before
