"""What is allowed or denied beforehand, from the question to the next run."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from tests.support.architect_process import ArchitectProcess, architect_run
from tests.support.asking import ASKS_ALWAYS
from tests.support.command import Finished, Project

PROMPT = b"/a/?]: "


def write_script(project: Project, *commands: str) -> None:
    replies: list[dict[str, Any]] = [
        {"calls": [{"name": "run_command", "arguments": {"command": command}}]}
        for command in commands
    ]
    script = {"schema_version": 1, "replies": [*replies, {"text": "done"}]}
    project.write("script.json", json.dumps(script))


@contextmanager
def asking(project: Project, command: str) -> Generator[ArchitectProcess]:
    """A run on a terminal that asks about `command`."""
    write_script(project, command)
    flags = ("--model", "recorded/script.json", "--json")
    own = {"XDG_STATE_HOME": str(project.home / "state")} | ASKS_ALWAYS
    with architect_run(project.folder, *flags, on_terminal=True, environment=own) as architect:
        architect.wait_for_screen(PROMPT)
        yield architect


def headless(project: Project, *commands: str) -> Finished:
    write_script(project, *commands)
    flags = ("--model", "recorded/script.json", "--json")
    return project.architect("run", "x", *flags, environment=ASKS_ALWAYS)


def decisions(project: Project) -> list[str]:
    lines = [line for path in project.journals for line in path.read_bytes().splitlines()]
    events = [json.loads(line)["event"] for line in lines]
    return [event["by"] for event in events if event["type"] == "tool.decided"]


def test_what_is_kept_for_the_project_is_not_asked_about_again(project: Project) -> None:
    project.write("Makefile", "t:\n\ttrue\n")
    with asking(project, "make t") as architect:
        architect.type_line(b"p")
        architect.wait_for_screen(b"[1/2/n]: ")
        shown = architect.screen.decode()
        architect.type_line(b"2")
        code, _ = architect.end()
    assert code == 0
    assert "always allow in this project:" in shown
    assert "1  run_command, exactly: make t" in shown
    assert "2  run_command: make t, with any arguments" in shown

    assert headless(project, "make t -s").code == 0
    assert [by.split()[0] for by in decisions(project)] == ["user,", "grant"]
    assert headless(project, "make t; rm a.txt").code == 2
    assert project.read("a.txt") == "alpha\n"


def test_thinking_better_of_it_keeps_nothing_and_asks_again(project: Project) -> None:
    with asking(project, "rm a.txt") as architect:
        architect.type_line(b"e")
        architect.wait_for_screen(b"[1/n]: ")
        assert b"in every project" in architect.screen
        architect.type_line(b"n")
        architect.wait_for_screen(PROMPT)
        architect.type_line(b"n")
        code, _ = architect.end()
    assert code == 2
    assert decisions(project) == ["confirmation"]


def test_what_is_denied_is_listed_denied_in_yolo_and_revoked(project: Project) -> None:
    denied = project.architect("grants", "deny", "rm")
    assert denied.code == 0
    grant_id = denied.text.split()[0]
    assert denied.text == (
        f"{grant_id}  deny   run_command: rm, with any arguments  ({project.folder})\n"
    )
    assert project.architect("grants", "list").text == denied.text
    [listed] = json.loads(project.architect("grants", "list", "--json").stdout)
    assert (listed["grant_id"], listed["allows"]) == (grant_id, False)

    write_script(project, "true && rm a.txt")
    flags = ("--model", "recorded/script.json", "--json", "--mode", "yolo")
    assert project.architect("run", "x", *flags).code == 2
    assert decisions(project) == [f"grant {grant_id}"]

    assert project.architect("grants", "revoke", grant_id).text == "revoked\n"
    listed = project.architect("grants", "list")
    assert listed.text == ""
    assert listed.stderr == "no grants for this project; --all lists those of other projects\n"
    assert project.architect("run", "x", *flags).code == 0


def test_a_denial_for_every_project_holds_elsewhere(project: Project) -> None:
    project.architect("grants", "deny", "--everywhere", "--tool", "write_file")
    project.architect("grants", "deny", "--everywhere", "--tool", "docs__search")
    other = project.write("other/x", "").parent
    listed = project.architect("grants", "list", "--workspace", str(other)).text
    assert "deny   write_file: every call  (every project)" in listed
    assert "deny   docs__search: every call  (every project)" in listed


def test_calls_that_mean_nothing_are_refused(project: Project) -> None:
    assert "no grant 'g0'" in project.architect("grants", "revoke", "g0").stderr
    assert "did you mean 'write_file'" in (
        project.architect("grants", "deny", "--tool", "wirte_file").stderr
    )
    for arguments in (("deny",), ("deny", "x", "--tool", "grep"), ("revoke",), ("lits",)):
        assert project.architect("grants", *arguments).code == 3


def test_damaged_grants_end_a_run_before_it_begins(project: Project) -> None:
    project.architect("grants", "deny", "rm")
    (project.home / "state" / "architect" / "grants.json").write_bytes(b"{")
    finished = headless(project, "rm a.txt")
    assert finished.code == 3
    assert "nothing is trusted or granted" in finished.document["error"]["message"]
