"""`architect explain-command` judges commands and runs none."""

import json
import os
import select
import subprocess

import pytest
from tests.support.command import HANGS_AFTER_S, Project


def test_a_verdict_is_one_document(project: Project) -> None:
    finished = project.architect("explain-command", "--json", "ls > out.txt")
    assert finished.code == 0
    assert finished.document == {
        "class": "dangerous",
        "blocked": False,
        "reasons": ["writes to out.txt"],
        "files": "",
        "modes": {
            "yolo": {"sandbox": "runs", "no_sandbox": "runs"},
            "confirm-sensitive": {"sandbox": "runs", "no_sandbox": "asks"},
            "confirm-all": {"sandbox": "asks", "no_sandbox": "asks"},
        },
    }
    assert not (project.folder / "out.txt").exists()


def test_a_verdict_is_told_in_words(project: Project) -> None:
    assert project.architect("explain-command", "git status").text == (
        "safe\n"
        "             sandbox   no sandbox\n"
        "yolo         runs      runs\n"
        "ask, edit    runs      runs\n"
        "confirm-all  asks      asks\n"
    )
    assert project.architect("explain-command", "sudo ls").text == (
        "dangerous, blocked in every mode\n"
        "- sudo runs commands as another user\n"
        "             sandbox   no sandbox\n"
        "yolo         blocked   blocked\n"
        "ask, edit    blocked   blocked\n"
        "confirm-all  blocked   blocked\n"
    )


def test_it_says_of_each_mode_what_it_does_with_a_sandbox_and_without(project: Project) -> None:
    (project.folder / "a.txt").write_bytes(b"text\n")
    sandbox_matters = (
        "rm a.txt; cd $X",
        "rm a.txt",
        "pytest",
        "pkill -9 -f vite",
        "git push",
        "git status",
    )
    told = project.architect(
        "explain-command", "--stdin0", stdin="\0".join(sandbox_matters).encode()
    )
    sensitive = [line["modes"]["confirm-sensitive"] for line in told.lines]
    assert [(one["sandbox"], one["no_sandbox"]) for one in sensitive] == [
        ("asks", "asks"),
        ("runs", "asks"),
        ("runs", "asks"),
        ("runs", "blocked"),
        ("asks", "asks"),
        ("runs", "runs"),
    ]


def test_it_says_what_the_sandbox_changes(project: Project) -> None:
    (project.folder / "a.txt").write_bytes(b"text\n")
    (project.folder / "a.bin").write_bytes(b"\0")
    told = {
        "pytest": "in the sandbox: runs without confirmation",
        "pkill -9 -f vite": "blocked without a sandbox",
        "rm a.txt": "runs without confirmation, since undo or a build brings back what is lost",
        "rm a.bin": "asks in the modes ask and edit: rm deletes files; undo cannot bring back",
        "git push --force && ls": "overwrites or deletes what the remote repository has",
        f"cat {{{',' * 510}.env}}": "denied: this command is blocked in every mode: it is too",
        "python -c 1": "`python -c` runs the code that it is given",
    }
    for line, said in told.items():
        assert said in project.architect("explain-command", line).text, line
    assert project.architect("explain-command", " ").code == 3


def test_it_says_what_is_asked_about_the_files_that_are_named(project: Project) -> None:
    (project.folder / ".env").write_bytes(b"API_KEY=3f9a8c77e1b24d6a9c0e5f12ab34cd56\n")
    (project.folder / ".architect").mkdir(exist_ok=True)
    (project.folder / ".architect" / "config.yaml").write_text(
        "guardrails: {protected_files: [uv.lock]}\n"
    )
    expected = {
        "cat .env": ("'.env' may hold secrets", "asks", "asks"),
        "cat .env.local": ("", "runs", "runs"),  # which is not there
        "tar --exclude=.env -cf /tmp/all.tar src": ("", "runs", "asks"),
        "echo x > .vscode/tasks.json": ("other programs execute", "asks", "asks"),
        "rm uv.lock": ("'uv.lock' is protected", "blocked", "blocked"),
        f"cat {project.folder.parent}/other.txt": ("", "runs", "asks"),
    }
    lines = project.architect("explain-command", "--stdin0", stdin="\0".join(expected).encode())
    for told, (line, (files, *answers)) in zip(lines.lines, expected.items(), strict=True):
        assert files in told["files"] and bool(files) == bool(told["files"]), line
        assert [*told["modes"]["confirm-sensitive"].values()] == answers, line
    words = project.architect("explain-command", "cat .env").text
    assert words.startswith("safe\nasks in every mode: '.env' may hold secrets (")


def test_a_blocked_command_is_no_failure(project: Project) -> None:
    finished = project.architect("explain-command", "--json", "rm -rf .")
    assert (finished.code, finished.document["blocked"]) == (0, True)


def test_commands_come_with_nul_between_them_and_may_have_lines(project: Project) -> None:
    finished = project.architect("explain-command", "--stdin0", stdin=b"ls\0pytest\0ls\nrm x\0")
    assert finished.code == 0
    assert [line["class"] for line in finished.lines] == ["safe", "dev", "dangerous"]


def test_the_last_command_needs_no_nul_and_bytes_need_be_no_text(project: Project) -> None:
    finished = project.architect("explain-command", "--stdin0", "--json", stdin=b"ls \xff\0ls")
    assert [line["class"] for line in finished.lines] == ["dangerous", "safe"]


def test_nothing_on_standard_input_gives_nothing(project: Project) -> None:
    finished = project.architect("explain-command", "--stdin0", stdin=b"")
    assert (finished.code, finished.stdout) == (0, b"")


def test_each_command_is_answered_before_the_next_one_comes(project: Project) -> None:
    process = project.start("explain-command", "--stdin0", stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for command, expected in ((b"ls\0", "safe"), (b"sudo ls\0", "dangerous")):
        process.stdin.write(command)
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], HANGS_AFTER_S)
        assert ready
        answer = json.loads(os.read(process.stdout.fileno(), 65_536))
        assert answer["class"] == expected
    assert project.finish(process).code == 0


def test_the_configuration_of_the_project_counts(project: Project) -> None:
    settings = "commands: {safe_commands: [./check], blocked_patterns: [prod]}\n"
    project.write(".architect.yaml", settings)
    assert project.architect("trust", "--yes").code == 0
    stdin = b"./check all\0ls prod\0./other\0"
    lines = project.architect("explain-command", "--stdin0", stdin=stdin).lines
    assert [(line["class"], line["blocked"]) for line in lines] == [
        ("safe", False),
        ("dangerous", True),
        ("dangerous", False),
    ]


def test_the_workspace_is_protected_by_its_path(project: Project) -> None:
    line = f"rm -rf {project.folder}"
    assert project.architect("explain-command", "--json", line).document["blocked"] is True
    assert project.architect("explain-command", "--json", f"{line}/x").document["blocked"] is False


@pytest.mark.parametrize("arguments", [[], ["ls", "--stdin0"]])
def test_one_command_or_standard_input_but_not_both(project: Project, arguments: list[str]) -> None:
    finished = project.architect("explain-command", *arguments)
    assert finished.code == 3
    assert "one command in quotes" in finished.stderr
