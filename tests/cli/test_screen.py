"""What a person sees on a terminal of few columns."""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import termios
from collections.abc import Mapping

import pytest
from tests.cli.talk import COMPATIBLE, command_call, provider_environment
from tests.support.command import HANGS_AFTER_S, Project
from tests.support.provider_server import (
    Behaviour,
    Call,
    ProviderServer,
    Reply,
    Status,
    refused_url,
)

COLUMNS = 60
_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
_SPINNER = re.compile(r"^[\u2800-\u28ff] .*$\n?", re.MULTILINE)


def screen(project: Project, *arguments: str, settings: Mapping[str, str]) -> str:
    """What stands on the terminal once the command is over, without colours."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    environment = {"TERM": "xterm-256color", **settings}
    shown = b""
    with project.start(
        *arguments, environment=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        while piece := _read(ours):
            shown += piece
        process.wait(HANGS_AFTER_S)
    os.close(ours)
    return _SPINNER.sub("", _CONTROLS.sub("", shown.decode()))


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # what Linux says once nobody has the other end open
        return b""


def run_screen(project: Project, *behaviours: Behaviour, flags: tuple[str, ...] = ()) -> str:
    with ProviderServer(behaviours) as server:
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        return screen(
            project,
            "run",
            "do it",
            "--mode",
            "yolo",
            *place,
            *flags,
            settings=provider_environment(),
        )


def error(status: int, message: str, code: str = "") -> Status:
    return Status(status, {"error": {"message": message, "code": code}})


QUOTA = "You exceeded your current quota, please check your plan and billing details."
OVERFLOW = "This model's maximum context length is 40 tokens, and you sent 5000 tokens."


FAILURES = [
    (error(429, QUOTA, "insufficient_quota"), "details; this is about credit"),
    (error(404, "The model `m` does not exist.", "model_not_found"), "does not exist; `arch"),
    (error(400, OVERFLOW, "context_length_exceeded"), "you sent 5000 tokens"),
    (error(401, "Incorrect API key provided: sk-x."), "sk-x (check the API key"),
]


@pytest.mark.parametrize(("failure", "said"), FAILURES)
def test_why_a_run_failed_is_said_once_in_whole_words(
    failure: Status, said: str, project: Project
) -> None:
    shown = run_screen(project, failure)
    lines = shown.splitlines()
    assert " ".join(line.strip() for line in lines).count(said) == 1, shown
    paths = ("architect resume", str(project.folder))
    prose = [line for line in lines if not any(path in line for path in paths)]
    assert [line for line in prose if len(line) > COLUMNS] == []
    assert not re.search(r"\.[.;)]", " ".join(prose)), shown


def test_without_a_model_the_ways_to_one_are_readable(project: Project) -> None:
    nobody = {"OLLAMA_HOST": refused_url(), "LM_STUDIO_API_BASE": refused_url()}
    for arguments in (("run", "x"), ("models",), ("doctor",)):
        shown = screen(project, *arguments, settings=nobody)
        names = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "~/.config/architect/config.yaml")
        assert all(name in shown for name in names), f"a name is broken in two: {shown}"


def test_a_command_that_changes_many_files_does_not_fill_the_screen(project: Project) -> None:
    make = command_call("for n in $(seq 30); do echo $n > made$n.txt; done")
    shown = run_screen(project, Reply(calls=[make]), Reply("done"))
    assert shown.count("created made") == 10
    assert "and 20 more files; `architect diff` shows them" in shown
    assert "30 files changed (30 by commands)" in shown


def test_a_long_line_of_output_does_not_fill_the_screen(project: Project) -> None:
    fail = command_call("printf 'x%.0s' $(seq 5000); echo; echo last; exit 3")
    shown = run_screen(project, Reply(calls=[fail]), Reply("done"))
    assert "run_command failed: exit code 3" in shown
    assert "    | last" in shown.splitlines()
    assert 300 < shown.count("x") < 600


def test_a_finding_is_shown_with_what_it_is_about(project: Project) -> None:
    detail = "The word is spelled as in Greek."
    finding = {"path": "a.txt", "line": 1, "severity": "warning", "title": "odd spelling"}
    arguments = json.dumps(finding | {"detail": detail, "suggestion": "a word of our own"})
    report = Reply(calls=[Call("report_finding", arguments)])
    shown = run_screen(project, report, Reply("One."), flags=("--agent", "review"))
    assert (
        f"    a.txt:1: warning: odd spelling\n      {detail}\n      suggestion: a word of our own\n"
    ) in shown


def test_an_interrupted_reply_ends_where_it_was_interrupted(project: Project) -> None:
    ours, theirs = pty.openpty()
    with ProviderServer([Reply("word " * 2000, pause_s=0.02)]) as server:
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        environment = provider_environment() | {"TERM": "xterm-256color"}
        with project.start(
            "run", "x", *place, environment=environment, stdin=theirs, stdout=theirs, stderr=theirs
        ) as process:
            os.close(theirs)
            shown = b""
            while b"word word word" not in shown:
                shown += _read(ours)
            process.send_signal(signal.SIGINT)
            while piece := _read(ours):
                shown += piece
            assert process.wait(HANGS_AFTER_S) == 130
    os.close(ours)
    after = _CONTROLS.sub("", shown.decode()).partition("interrupted by the user")[2]
    assert "word" not in after
    assert "interrupted" not in after


def test_no_command_breaks_a_word_of_its_answer(project: Project) -> None:
    commands = [
        ("run", "--mode", "nope", "x"),
        ("frob",),
        ("explain-command", "git push --force && ls"),
        ("agents",),
        ("grants", "list"),
        ("doctor",),
        ("models", "--provider", "nope"),
    ]
    for arguments in commands:
        lines = screen(project, *arguments, settings={}).splitlines()
        long = [line for line in lines if len(line) > COLUMNS and str(project.folder) not in line]
        places = [line for line in long if "/" not in line]
        assert places == [], f"{arguments}: {lines}"
        plain = project.architect(*arguments)
        words = {*plain.text.split(), *plain.stderr.split()}
        assert {word for line in lines for word in line.split()} <= words, arguments


def test_a_reply_is_rendered_and_broken_between_words(project: Project) -> None:
    """As in a conversation. Where nobody looks it stays what the model wrote."""
    words = " ".join(["snake_case"] * 12)
    said = f"# Found\n\nThe *mean* is **wrong**: {words}\n\n- `x = 1`\n"
    lines = run_screen(project, Reply(said)).splitlines()
    assert "Found" in lines
    assert "The mean is wrong: snake_case snake_case snake_case" in lines
    assert "- x = 1" in lines
    assert max(len(line) for line in lines if "snake" in line) <= COLUMNS
    with ProviderServer([Reply(said)]) as server:
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        piped = project.architect("run", "do it", *place, environment=provider_environment())
    assert piped.text == said
    assert said in piped.stderr
