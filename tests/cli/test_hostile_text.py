"""Text of others on our streams: nothing of it reaches a terminal as more than text."""

import contextlib
import json
import os
import pty
from collections.abc import Mapping

import pytest
from tests.cli.talk import command_call, read_call, talk, write_call
from tests.support.command import Project
from tests.support.provider_server import Call, Reply, Status

HOSTILE = "\x1b]0;title\x07\x1b[2J\u202egnp.exe\u2066\x9b31m\rover\x00"
MARKS = ("\x1b", "\x07", "\u202e", "\u2066", "\x9b", "\r", "\x00")


def steering_marks(text: str) -> list[str]:
    return [mark for mark in MARKS if mark in text]


@pytest.mark.parametrize("verbosity", [[], ["-vv"], ["--dry-run"]], ids=["plain", "-vv", "dry"])
def test_what_models_files_and_commands_say_is_shown_harmlessly(
    project: Project, verbosity: list[str]
) -> None:
    project.write("evil.sh", f"echo '{HOSTILE.replace(chr(0), '')}'; exit 1\n")
    calls = [
        write_call(f"{HOSTILE[:-1]}.txt", HOSTILE, call_id="1"),
        write_call("evil.txt", HOSTILE, call_id="2"),
        command_call("sh evil.sh", call_id="3"),
        read_call(f"missing{HOSTILE}", call_id="4"),
        Call("edit_file", json.dumps({"path": "a.txt", "old_str": HOSTILE, "new_str": "x"}), "5"),
        Call(f"tool{HOSTILE}", "{}", "6"),
    ]
    behaviours = [Reply(f"I say {HOSTILE}", calls=calls), Reply(f"done {HOSTILE}")]
    talked = talk(project, behaviours, "--mode", "yolo", *verbosity)
    assert "\\x1b[2J\\u202egnp.exe" in talked.stderr
    assert steering_marks(talked.stderr) == []


def test_what_a_provider_says_is_shown_harmlessly(project: Project) -> None:
    talked = talk(project, [Status(400, {"error": {"message": f"no {HOSTILE}"}})])
    assert "\\x1b" in talked.stderr
    assert steering_marks(talked.stderr) == []


def test_what_a_configuration_says_is_shown_harmlessly(project: Project) -> None:
    project.write(".architect.yaml", f"llm: {{model: {json.dumps(HOSTILE)}, timeout: soon}}\n")
    project.write("c.yaml", f"{json.dumps(HOSTILE)}: 1\n")
    for arguments in (["run", "x"], ["validate-config"], ["validate-config", "-c", "c.yaml"]):
        finished = project.architect(*arguments)
        assert finished.code == 3
        assert steering_marks(finished.stderr) == []


def test_a_pipe_gets_the_answer_as_it_is_and_a_terminal_harmlessly(project: Project) -> None:
    script = {"schema_version": 1, "replies": [{"text": f"done {HOSTILE}"}]}
    project.write("script.json", json.dumps(script))
    run = ("run", "x", "--model", "recorded/script.json", "--quiet")
    assert project.architect(*run).text == f"done {HOSTILE}\n"
    ours, theirs = pty.openpty()
    process = project.start(*run, stdout=theirs)
    os.close(theirs)
    finished = project.finish(process)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert finished.code == 0
    assert shown.startswith("done \\x1b]0;title")
    assert steering_marks(shown.removesuffix("\r\n")) == []


@pytest.mark.parametrize("flag", ["--events", "--json"])
def test_documents_are_harmless_on_a_terminal(flag: str, project: Project) -> None:
    script = {"schema_version": 1, "replies": [{"text": f"done {HOSTILE}"}]}
    project.write("script.json", json.dumps(script))
    shown = on_a_terminal(project, "run", "x", "--model", "recorded/script.json", flag)
    assert "\\u202egnp.exe" in shown
    assert steering_marks(shown.replace("\r\n", "\n")) == []


def test_names_of_folders_are_harmless_on_a_terminal(project: Project) -> None:
    for folder in ("a\x1b[2Jb", "c\u202ed"):
        project.write(f".architect/skills/{folder}/SKILL.md", "---\ndescription: d\n---\nx\n")
    shown = on_a_terminal(project, "skill", "list")
    assert "a\\x1b[2Jb: d" in shown
    assert steering_marks(shown.replace("\r\n", "\n")) == []


@pytest.mark.parametrize(
    ("variable", "shown"),
    [({}, "\x1b[31m"), ({"NO_COLOR": "1"}, "\x1b[1march"), ({"TERM": "dumb"}, "architect:")],
)
def test_an_error_has_the_colours_that_the_user_wants(
    project: Project, variable: Mapping[str, str], shown: str
) -> None:
    ours, theirs = pty.openpty()
    environment = {"TERM": "xterm", **variable}
    process = project.start("transcript", "x", environment=environment, stderr=theirs)
    os.close(theirs)
    project.finish(process)
    told = os.read(ours, 65536).decode()
    os.close(ours)
    assert told.startswith(shown)


def on_a_terminal(project: Project, *arguments: str) -> str:
    ours, theirs = pty.openpty()
    process = project.start(*arguments, stdout=theirs)
    os.close(theirs)
    shown = ""
    with contextlib.suppress(OSError):
        while piece := os.read(ours, 65536):
            shown += piece.decode()
    project.finish(process)
    os.close(ours)
    return shown


def test_agents_and_warnings_are_shown_harmlessly(project: Project) -> None:
    agents = {"build": {"allowed_tools": [HOSTILE]}, "x\u202e": {"system_prompt": "x"}}
    project.write(".architect.yaml", json.dumps({"agents": agents}))
    for arguments in (["agents"], ["validate-config"]):
        finished = project.architect(*arguments)
        assert steering_marks(finished.text + finished.stderr) == []


def test_a_patch_is_harmless_on_a_terminal_and_whole_in_a_pipe(project: Project) -> None:
    hostile = HOSTILE.replace("\x00", "").replace("\r", "")
    talk(project, [Reply(calls=[write_call("new.txt", hostile)]), Reply("done")], "--mode", "yolo")
    assert f"+{hostile}" in project.architect("diff").text
    ours, theirs = pty.openpty()
    process = project.start("diff", stdout=theirs)
    os.close(theirs)
    project.finish(process)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert "+\\x1b]0;title" in shown
    assert steering_marks(shown.replace("\r\n", "\n")) == []


def test_a_key_that_a_command_digs_out_is_neither_recorded_nor_shown(project: Project) -> None:
    key = "sk-never-to-be-seen-0123456789"
    project.write("notes.txt", f"OPENAI_API_KEY={key}\n")
    command = "cat /proc/$PPID/environ; cat notes.txt"
    calls = [{"name": "run_command", "arguments": {"command": command}}]
    script = {"schema_version": 1, "replies": [{"calls": calls}, {"text": "done"}]}
    project.write("script.json", json.dumps(script))
    flags = ("--mode", "yolo", "--model", "recorded/script.json", "--events", "-vv")
    finished = project.architect(
        "run", "dig", *flags, "--log-file", "log.jsonl", environment={"OPENAI_API_KEY": key}
    )
    assert "OPENAI_API_KEY=[redacted:known-value:" in finished.text
    journals = [path.read_text() for path in project.folder.glob(".architect/sessions/*.jsonl")]
    seen = [finished.text, finished.stderr, project.read("log.jsonl"), *journals]
    assert not [text for text in seen if key in text]


def test_what_looks_like_a_key_is_kept_back_and_said_to_be(project: Project) -> None:
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z" + "0A1b2C3d"
    project.write("settings.py", f"TOKEN = '{token}'\n")
    reads = [{"name": "read_file", "arguments": {"path": "settings.py"}}]
    replies = [{"calls": reads}, {"calls": reads, "text": "again"}, {"text": f"it is {token}"}]
    project.write("script.json", json.dumps({"schema_version": 1, "replies": replies}))
    finished = project.architect("run", "look", "--model", "recorded/script.json", "--json")
    document = json.loads(finished.text)
    assert [(each["rule"], each["where"]) for each in document["redactions"]] == [
        ("github-token", "settings.py"),
        ("github-token", "a reply of the model"),
    ]
    assert document["output"].startswith("it is [redacted:github-token:")
    assert finished.stderr.count("redacted what looks like a key") == 1
    journals = [path.read_text() for path in project.folder.glob(".architect/sessions/*.jsonl")]
    assert not [text for text in (finished.text, finished.stderr, *journals) if token in text]


def test_a_false_alarm_is_allowed_by_the_fingerprint_in_its_placeholder(project: Project) -> None:
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z" + "0A1b2C3d"
    project.write(
        "script.json", json.dumps({"schema_version": 1, "replies": [{"text": f"it is {token}"}]})
    )
    run = ("run", "look", "--model", "recorded/script.json", "--json")
    document = json.loads(project.architect(*run).text)
    fingerprint = document["redactions"][0]["fingerprint"]
    allowed = {"ARCHITECT__SECRETS__ALLOW": f"[{fingerprint}]"}
    document = json.loads(project.architect(*run, environment=allowed).text)
    assert document["output"] == f"it is {token}"
    assert document["redactions"] == []
