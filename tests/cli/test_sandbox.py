"""Commands of a run in their sandbox, and what is said where there is none."""

import json
import os
import platform
import signal
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.support.architect_process import architect_run
from tests.support.command import Finished, Project
from tests.support.sandboxes import broken_bwrap, need_sandbox, unfiltered_bwrap
from tests.support.until import until

from architect.adapters.sandbox.seccomp import filter_program
from architect.cli.exit_codes import PARTIAL

PROMPT = b"]: "


def scripted(project: Project, *lines: str) -> None:
    replies: list[dict[str, Any]] = [
        {"calls": [{"name": "run_command", "arguments": {"command": line}}]} for line in lines
    ]
    script = {"schema_version": 1, "replies": [*replies, {"text": "done"}]}
    project.write("script.json", json.dumps(script))


def run(
    project: Project, *flags: str, environment: Mapping[str, str] | None = None
) -> tuple[Finished, list[dict[str, Any]]]:
    """A run without anybody to ask, and what it journaled."""
    arguments = ("run", "go", "--model", "recorded/script.json", "--mode", "yolo", *flags)
    finished = project.architect(*arguments, environment=environment)
    return finished, events(project)


def events(project: Project) -> list[dict[str, Any]]:
    lines = project.journals[-1].read_bytes().splitlines()
    return [json.loads(line)["event"] for line in lines]


def results(journal: list[dict[str, Any]]) -> list[str]:
    return [event["text"] for event in journal if event["type"] == "tool.finished"]


def test_a_run_keeps_its_commands_in_the_sandbox(project: Project, tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    secret = project.home / "secret"
    secret.write_bytes(b"hidden treasure")
    scripted(project, f"cat {secret}; mkdir .vscode; echo x > made")

    _, journal = run(project)

    (result,) = results(journal)
    assert "hidden treasure" not in result
    assert "'.vscode' was put aside" in result
    assert project.read("made") == "x\n"
    assert not (project.folder / ".vscode").exists()
    assert "sandbox.missing" not in [event["type"] for event in journal]


def test_a_run_without_a_sandbox_says_so_in_an_event_and_once_to_people(
    project: Project, tmp_path: Path
) -> None:
    scripted(project, "echo 1 > one", "echo 2 > two")

    finished, journal = run(project, environment=broken_bwrap(tmp_path / "bin"))

    missing = [event for event in journal if event["type"] == "sandbox.missing"]
    assert len(missing) == 2
    assert "No permissions to create a new namespace" in missing[0]["reason"]
    assert finished.stderr.count("commands run without a sandbox: ") == 1
    assert project.read("two") == "2\n"


def test_a_run_that_requires_a_sandbox_runs_no_command_without(
    project: Project, tmp_path: Path
) -> None:
    scripted(project, "echo 1 > one")
    environment = {**broken_bwrap(tmp_path / "bin"), "ARCHITECT__COMMANDS__SANDBOX": "require"}

    finished, journal = run(project, environment=environment)

    assert "denied (sandbox): commands.sandbox is 'require', but " in results(journal)[0]
    assert not (project.folder / "one").exists()
    assert finished.code == PARTIAL


@pytest.fixture
def connecting() -> Iterator[str]:
    """A command that needs the network and connects to a server of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        yield f"curl -h >/dev/null 2>&1; (exec 3<>/dev/tcp/127.0.0.1/{port}) && echo connected"


@pytest.mark.parametrize("answer", [b"y", b"r"])
def test_what_a_command_wants_is_said_in_the_question_and_granted_by_the_answer(
    answer: bytes, connecting: str, project: Project, tmp_path: Path
) -> None:
    need_sandbox(tmp_path)
    scripted(project, connecting)
    flags = ("--model", "recorded/script.json", "--json")
    with architect_run(project.folder, *flags, on_terminal=True) as architect:
        architect.wait_for_screen(PROMPT)
        assert b"needs the network" in b" ".join(architect.screen.split())
        assert architect.terminal is not None
        os.write(architect.terminal, answer + b"\n")
        architect.end()

    assert "[stdout]\nconnected" in results(events(project))[0]


def test_a_server_of_this_machine_that_the_sandbox_does_not_reach_is_named(
    project: Project, tmp_path: Path
) -> None:
    need_sandbox(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        line = f"(exec 3<>/dev/tcp/127.0.0.1/{port}) && echo connected"
        scripted(project, line)
        _, journal = run(project)

    (result,) = results(journal)
    assert f"listens on port {port}" in result
    assert "Nobody is asked for it in this mode" in result


def test_where_nobody_is_asked_there_is_no_network(
    connecting: str, project: Project, tmp_path: Path
) -> None:
    need_sandbox(tmp_path)
    scripted(project, connecting)

    _, journal = run(project)

    assert "connected" not in results(journal)[0].replace(connecting, "")
    assert "Connection refused" in results(journal)[0]


def test_after_text_from_outside_there_is_no_network_although_the_configuration_allows_it(
    project: Project, tmp_path: Path
) -> None:
    need_sandbox(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connect = f"(exec 3<>/dev/tcp/127.0.0.1/{port}) && echo connected"
        project.write("Makefile", f"SHELL = /bin/bash\ntest:\n\t@{connect} | tee -a told\n")
        elsewhere = f"--resolve x.invalid:{port}:127.0.0.1 http://x.invalid:{port}"
        scripted(project, "make test", f"curl -s -m 1 {elsewhere}", "make test")
        hooks = json.dumps([{"name": "h", "command": "make test", "matcher": "run_command"}])
        environment = {
            "ARCHITECT__COMMANDS__NETWORK": "true",
            "ARCHITECT__HOOKS__POST_TOOL_USE": hooks,
        }
        _, journal = run(project, "--require-check", "make test", environment=environment)

    before, _, after = results(journal)
    assert "connected" in before
    assert "Connection refused" in after
    # By the first call and its hook, but neither by those after that nor by the check.
    assert project.read("told") == "connected\n" * 2
    assert "Connection refused" in gates(journal)[0]


def gates(journal: list[dict[str, Any]]) -> list[str]:
    return [event["output"] for event in journal if event["type"] == "gate.ran"]


def test_doctor_says_what_works_here(project: Project) -> None:
    environment = {"OPENAI_API_KEY": "sk-very-secret"}
    finished = project.architect("doctor", "--offline", environment=environment)

    lines = [line.split()[:2] for line in finished.text.splitlines() if "  $ " not in line]
    assert finished.code == 0
    names = [name for _, name in lines if name != "repository"]
    assert names[:7] == [*("python", "configuration", "workspace", "model", "git", "rg", "sandbox")]
    assert "API key found" in finished.text
    assert "very-secret" not in finished.text + finished.stderr


def test_doctor_names_the_fix_for_a_missing_sandbox(project: Project, tmp_path: Path) -> None:
    environment = {**broken_bwrap(tmp_path / "bin"), "OPENAI_API_KEY": "x"}
    finished = project.architect("doctor", "--offline", "--json", environment=environment)

    checks = {check["name"]: check for check in finished.document["checks"]}
    assert finished.code == 0
    assert checks["sandbox"]["state"] == "warning"
    assert "No permissions to create a new namespace" in checks["sandbox"]["text"]
    assert checks["sandbox"]["fix"]


def test_doctor_says_whether_system_calls_are_filtered(project: Project, tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    finished = project.architect("doctor", "--offline", "--json")
    checks = {check["name"]: check for check in finished.document["checks"]}
    if filter_program(platform.machine()) is not None:
        assert checks["system calls"]["state"] == "ok"

    finished = project.architect("doctor", "--json", environment=unfiltered_bwrap(tmp_path / "bin"))

    checks = {check["name"]: check for check in finished.document["checks"]}
    assert (checks["sandbox"]["state"], checks["system calls"]["state"]) == ("ok", "warning")
    assert checks["system calls"]["text"].startswith("not filtered: ")
    assert checks["system calls"]["fix"]


def test_doctor_finds_what_a_run_would_fail_by(project: Project, tmp_path: Path) -> None:
    project.write(".architect.yaml", "llm: {modle: x}\n")
    environment = {**broken_bwrap(tmp_path / "bin"), "ARCHITECT__COMMANDS__SANDBOX": "require"}

    finished = project.architect("doctor", "--json", environment=environment)

    problems = {
        check["name"]: check["text"]
        for check in finished.document["checks"]
        if check["state"] == "problem"
    }
    assert finished.code == 1
    assert not finished.document["healthy"]
    assert "did you mean 'model'?" in problems["configuration"]
    assert "no model is set up" in problems["model"]


@pytest.mark.parametrize("way", ["the end", "a replay", "two interrupts"])
def test_however_a_run_ends_no_temporary_folder_is_left(
    project: Project, tmp_path: Path, way: str
) -> None:
    need_sandbox(tmp_path)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {"TMPDIR": str(temporary)}
    waits = way == "two interrupts"
    scripted(project, f"echo x > $TMPDIR/x; echo y > begun; {'sleep 60' if waits else 'true'}")
    flags = ("--model", "recorded/script.json", "--mode", "yolo")
    process = project.start("run", "go", *flags, environment=environment)
    if waits:
        until(lambda: (project.folder / "begun").exists(), "the command")
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
    finished = project.finish(process)
    assert project.read("begun") == "y\n", finished.stderr
    if way == "a replay":
        again = project.architect("replay", environment=environment)
        assert again.code == 0, again.stderr
    assert [each.name for each in temporary.iterdir()] == []


def test_links_in_a_circle_hinder_no_command(project: Project, tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    scripted(project, "echo made > here")
    for place in ("circle", ".vscode", ".venv", "node_modules/a", "node_modules/@scope/b"):
        path = project.folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(path.name)
    _, journal = run(project)
    assert project.read("here") == "made\n", results(journal)
