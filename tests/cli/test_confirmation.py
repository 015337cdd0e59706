"""Questions on a terminal, and their answers."""

import json
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from tests.support.architect_process import ArchitectProcess, architect_run
from tests.support.command import Project

PROMPT = b"[y/n/r/a]: "


def write_reply(*paths: str, content: str = "new\n") -> dict[str, Any]:
    calls = [
        {"name": "write_file", "arguments": {"path": path, "content": content}} for path in paths
    ]
    return {"text": "I write.", "calls": calls}


@contextmanager
def asking(project: Project, *replies: dict[str, Any]) -> Generator[ArchitectProcess]:
    """A run on a terminal that has come to its first question."""
    script = {"schema_version": 1, "replies": [*replies, {"text": "done"}]}
    project.write("script.json", json.dumps(script))
    flags = ("--model", "recorded/script.json", "--json")
    with architect_run(project.folder, *flags, on_terminal=True) as architect:
        architect.wait_for_screen(PROMPT)
        yield architect


def answer(architect: ArchitectProcess, text: bytes) -> None:
    assert architect.terminal is not None
    architect.screen = b""
    os.write(architect.terminal, text + b"\n")


def test_yes_lets_the_call_run(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        answer(architect, b"y")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["status"]) == (0, "success")
    assert project.read("new.txt") == "new\n"


def test_no_is_told_to_the_model_and_shows_in_the_exit_code(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        answer(architect, b"n")
        code, stdout = architect.end()
    document = json.loads(stdout)
    assert (code, document["status"], document["output"]) == (2, "partial", "done")
    [denial] = document["denied"]
    assert (denial["tool"], denial["summary"]) == ("write_file", "new.txt (1 lines)")
    assert "the user denied it" in denial["reason"]
    assert not (project.folder / "new.txt").exists()


def test_rest_of_the_run_asks_no_more_about_that_tool(project: Project) -> None:
    with asking(project, write_reply("1.txt", "2.txt"), write_reply("3.txt")) as architect:
        answer(architect, b"r")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["files_modified"]) == (0, ["1.txt", "2.txt", "3.txt"])


def test_yes_is_for_one_call_only(project: Project) -> None:
    with asking(project, write_reply("1.txt", "2.txt")) as architect:
        answer(architect, b"y")
        architect.wait_for_screen(PROMPT)
        answer(architect, b"n")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["files_modified"]) == (2, ["1.txt"])


def test_abort_ends_the_run_as_interrupted(project: Project) -> None:
    with asking(project, write_reply("1.txt", "2.txt")) as architect:
        answer(architect, b"a")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["stop_reason"]) == (130, "user_interrupt")
    assert not (project.folder / "1.txt").exists()
    assert not (project.folder / "2.txt").exists()


def test_another_answer_is_asked_about_again(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        answer(architect, b"perhaps")
        architect.wait_for_screen(PROMPT)
        answer(architect, b"YES")
        code, _ = architect.end()
    assert (code, project.read("new.txt")) == (0, "new\n")


def test_the_end_of_input_is_a_no(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        assert architect.terminal is not None
        os.write(architect.terminal, b"\x04")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["denied"][0]["tool"]) == (2, "write_file")


def test_the_diff_is_shown_before_the_question(project: Project) -> None:
    with asking(project, write_reply("a.txt", content="omega\n")) as architect:
        screen = architect.screen
        answer(architect, b"n")
        architect.end()
    assert b"-alpha" in screen
    assert b"+omega" in screen
    assert screen.index(b"? write_file a.txt") < screen.index(b"+omega") < screen.index(PROMPT)


def test_what_is_asked_about_cannot_steer_the_terminal(project: Project) -> None:
    hostile = "\x1b[2J\x1b]0;title\x07\u202eline\rover\n"
    command = {"name": "run_command", "arguments": {"command": f"echo '{hostile}'"}}
    with asking(project, {"calls": [command]}) as architect:
        screen = architect.screen
        answer(architect, b"n")
        architect.end()
    shown = screen.decode()
    assert "\\x1b[2J" in shown
    assert not [mark for mark in ("\x1b[2J", "\x1b]0;", "\x07", "\u202e") if mark in shown]
    assert "line\\rover" in shown


def test_what_was_typed_before_the_question_is_no_answer(project: Project) -> None:
    replies = [{**write_reply("new.txt"), "delay_s": 0.5}, {"text": "done"}]
    project.write("script.json", json.dumps({"schema_version": 1, "replies": replies}))
    flags = ("--model", "recorded/script.json", "--json")
    with architect_run(project.folder, *flags, on_terminal=True) as architect:
        architect.wait_for_screen(b"architect ")
        answer(architect, b"y")
        architect.wait_for_screen(PROMPT)
        answer(architect, b"n")
        code, _ = architect.end()
    assert code == 2
    assert not (project.folder / "new.txt").exists()
