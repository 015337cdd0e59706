"""Questions on a terminal, and their answers."""

import json
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.support.architect_process import ArchitectProcess, architect_run
from tests.support.asking import ASKS_ALWAYS
from tests.support.command import Project

PROMPT = b"/a/?]: "


def write_reply(*paths: str, content: str = "new\n") -> dict[str, Any]:
    calls = [
        {"name": "write_file", "arguments": {"path": path, "content": content}} for path in paths
    ]
    return {"text": "I write.", "calls": calls}


@contextmanager
def asking(
    project: Project, *replies: dict[str, Any], as_json: bool = True
) -> Generator[ArchitectProcess]:
    """A run on a terminal that has come to its first question."""
    script = {"schema_version": 1, "replies": [*replies, {"text": "done"}]}
    project.write("script.json", json.dumps(script))
    flags = ("--model", "recorded/script.json", *(["--json"] if as_json else []))
    run = architect_run(project.folder, *flags, on_terminal=True, environment=ASKS_ALWAYS)
    with run as architect:
        architect.wait_for_screen(PROMPT)
        yield architect


def test_yes_lets_the_call_run(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        architect.type_line(b"y")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["status"]) == (0, "success")
    assert project.read("new.txt") == "new\n"


def test_no_is_told_to_the_model_and_shows_in_the_exit_code(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        architect.type_line(b"n")
        code, stdout = architect.end()
    document = json.loads(stdout)
    assert (code, document["status"], document["output"]) == (2, "partial", "done")
    [denial] = document["denied"]
    assert (denial["tool"], denial["summary"]) == ("write_file", "new.txt (1 line)")
    assert "the user denied it" in denial["reason"]
    assert not (project.folder / "new.txt").exists()


def test_rest_of_the_run_asks_no_more_about_that_tool(project: Project) -> None:
    with asking(project, write_reply("1.txt", "2.txt"), write_reply("3.txt")) as architect:
        architect.type_line(b"r")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["files_modified"]) == (0, ["1.txt", "2.txt", "3.txt"])


def test_yes_is_for_one_call_only(project: Project) -> None:
    with asking(project, write_reply("1.txt", "2.txt")) as architect:
        architect.type_line(b"y")
        architect.wait_for_screen(PROMPT)
        architect.type_line(b"n")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["files_modified"]) == (2, ["1.txt"])


def test_stop_ends_the_run_as_interrupted(project: Project) -> None:
    with asking(project, write_reply("1.txt", "2.txt")) as architect:
        architect.type_line(b"a")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["stop_reason"]) == (130, "user_interrupt")
    assert not (project.folder / "1.txt").exists()
    assert not (project.folder / "2.txt").exists()


def test_another_answer_is_asked_about_again(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        architect.type_line(b"perhaps")
        architect.wait_for_screen(PROMPT)
        architect.type_line(b"YES")
        code, _ = architect.end()
    assert (code, project.read("new.txt")) == (0, "new\n")


def test_a_no_may_tell_the_agent_why(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        architect.type_line(b"no, put it into docs/")
        code, stdout = architect.end()
    [denial] = json.loads(stdout)["denied"]
    assert (code, denial["reason"]) == (2, "the user denied it and says: put it into docs/")


@pytest.mark.parametrize("key", [b"d", b"N"])
def test_a_key_denies_and_asks_why(key: bytes, project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        architect.type_line(key)
        architect.wait_for_screen(b"why, for the agent: ")
        architect.type_line(b"put it into docs/")
        code, stdout = architect.end()
    [denial] = json.loads(stdout)["denied"]
    assert (code, denial["reason"]) == (2, "the user denied it and says: put it into docs/")


SENTENCES = (b"run it later", b"allow nothing", b"yet another file", b"your call", b"e", b"")


def test_nothing_is_allowed_or_stopped_by_a_sentence_that_begins_like_an_answer(
    project: Project,
) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        for sentence in SENTENCES:
            architect.type_line(sentence)
            architect.wait_for_screen(b"number, or n" if sentence == b"e" else PROMPT)
            if sentence == b"e":
                architect.type_line(b"n")
                architect.wait_for_screen(PROMPT)
        architect.type_line(b"n")
        code, stdout = architect.end()
    assert (code, len(json.loads(stdout)["denied"])) == (2, 1)


def test_a_question_mark_explains_every_answer(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        assert b"yes, no, rest of the run, stop [y/n/d/r/p/e/a/?]: " in architect.screen
        architect.type_line(b"?")
        architect.wait_for_screen(PROMPT)
        lines = [line.split() for line in architect.screen.decode().splitlines()]
        architect.type_line(b"n")
        architect.end()
    explained = [line[0] for line in lines if len(line) > 1 and len(line[0]) == 1]
    assert explained == list("yndrpea")


def test_a_file_with_secrets_is_asked_about_each_time(project: Project) -> None:
    project.write(".env", "A=b\n")
    read = {"name": "read_file", "arguments": {"path": ".env"}}
    with asking(project, {"calls": [read]}) as architect:
        assert b"yes, no, stop [y/n/d/a/?]: " in architect.screen
        architect.type_line(b"r")
        architect.wait_for_screen(PROMPT)
        architect.type_line(b"n")
        code, _ = architect.end()
    assert code == 2


def test_what_runs_beside_a_question_is_shown_after_its_answer(project: Project) -> None:
    project.write(".env", "A=b\n")
    calls = [{"name": "read_file", "arguments": {"path": path}} for path in (".env", "a.txt")]
    with asking(project, {"calls": calls}, as_json=False) as architect:
        architect.wait_for_event("tool.finished", path="a.txt")
        assert architect.screen.rstrip(b" ").endswith(PROMPT.rstrip())
        architect.type_line(b"n")
        architect.wait_for_screen(b"architect resume")
    assert b"[1] read_file a.txt" in architect.screen


def test_a_question_names_the_command_once_and_its_answer_does_not_repeat_it(
    project: Project,
) -> None:
    command = {"name": "run_command", "arguments": {"command": "python3 -c 'print(6 * 7)'"}}
    with asking(project, {"calls": [command]}, as_json=False) as architect:
        before = architect.screen.decode()
        architect.type_line(b"y")
        architect.wait_for_screen(b"architect resume")
        after = architect.screen.decode()
    assert before.count("print(6 * 7)") == 1
    assert "print(6 * 7)" not in after
    assert " s \u00b7 42" in after


def test_a_call_that_never_began_is_not_said_to_be_executed_in_part(project: Project) -> None:
    with asking(project, write_reply("1.txt", "2.txt")) as architect:
        assert architect.terminal is not None
        os.write(architect.terminal, b"\x03")
        code, _ = architect.end()
        errors = [each["error"] for each in architect.journal() if each["type"] == "tool.finished"]
    assert (code, errors) == (130, ["not executed: the run ended before this call began"] * 2)


def test_the_end_names_what_can_be_done_next(project: Project) -> None:
    with asking(project, write_reply("1.txt"), write_reply("2.txt"), as_json=False) as architect:
        architect.type_line(b"y")
        architect.wait_for_screen(PROMPT)
        architect.type_line(b"n")
        architect.wait_for_screen(b"architect resume")
        architect.end()
        [started] = [each for each in architect.journal() if each["type"] == "run.started"]
    shown, session = architect.screen.decode(), started["session_id"]
    assert "Partly done: an action was denied" in shown
    assert (shown.count("    denied"), shown.count("denied")) == (1, 2)
    for verb in ("diff", "undo"):
        assert f"architect {verb} -w {project.folder} {session}.1" in shown
    assert f"architect resume -w {project.folder} {session} --model recorded/" in shown


def test_a_prompt_from_a_pipe_leaves_the_terminal_for_answers(project: Project) -> None:
    script = {"schema_version": 1, "replies": [write_reply("new.txt"), {"text": "done"}]}
    project.write("script.json", json.dumps(script))
    flags = ("--model", "recorded/script.json", "--json")
    run = architect_run(project.folder, *flags, on_terminal=True, piped_prompt=b"do it")
    with run as architect:
        architect.wait_for_screen(PROMPT)
        architect.type_line(b"y")
        code, _ = architect.end()
    assert (code, project.read("new.txt")) == (0, "new\n")


def test_the_end_of_input_is_a_no(project: Project) -> None:
    with asking(project, write_reply("new.txt")) as architect:
        assert architect.terminal is not None
        os.write(architect.terminal, b"\x04")
        code, stdout = architect.end()
    assert (code, json.loads(stdout)["denied"][0]["tool"]) == (2, "write_file")


def test_the_diff_is_shown_before_the_question(project: Project) -> None:
    read = {"text": "", "calls": [{"name": "read_file", "arguments": {"path": "a.txt"}}]}
    with asking(project, read, write_reply("a.txt", content="omega\n")) as architect:
        screen = architect.screen
        architect.type_line(b"n")
        architect.end()
    assert b"-alpha" in screen
    assert b"+omega" in screen
    assert screen.index(b"? Write a.txt") < screen.index(b"+omega") < screen.index(PROMPT)


def test_a_command_is_shown_to_its_end_however_many_lines_it_has(project: Project) -> None:
    long = f"{'y' * 300}; touch last.txt"
    text = "cat <<'@@'\n" + "one more line\n" * 100 + f"@@\n {long}\n"
    command = {"name": "run_command", "arguments": {"command": text}}
    with asking(project, {"calls": [command]}) as architect:
        screen = architect.screen
        architect.type_line(b"n")
        architect.end()
    assert screen.count(b"one more line") == 100
    assert long in screen.decode()


def test_what_is_asked_about_cannot_steer_the_terminal(project: Project) -> None:
    hostile = "\x1b[2J\x1b]0;title\x07\u202eline\rover\n"
    command = {"name": "run_command", "arguments": {"command": f"echo '{hostile}'"}}
    with asking(project, {"calls": [command]}) as architect:
        screen = architect.screen
        architect.type_line(b"n")
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
        architect.type_line(b"y")
        architect.wait_for_screen(PROMPT)
        architect.type_line(b"n")
        code, _ = architect.end()
    assert code == 2
    assert not (project.folder / "new.txt").exists()
