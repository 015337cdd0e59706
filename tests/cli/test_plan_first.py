"""A plan first, then the work, in one session."""

import json
import signal
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from tests.cli.talk import COMPATIBLE, provider_environment, talk
from tests.support.architect_process import ArchitectProcess, architect_run
from tests.support.command import Project
from tests.support.provider_server import Call, ProviderServer, Reply

STEPS = [{"step": "write new.txt", "status": "pending"}, {"step": "test", "status": "pending"}]
SHOW = Reply(calls=[Call("update_plan", json.dumps({"steps": STEPS}))])
PLAN = Reply("1. Write new.txt.\n2. Test.")
OTHER_PLAN = Reply("1. Write other.txt.")
EDIT = Reply(calls=[Call("write_file", '{"path": "new.txt", "content": "made\\n"}')])
DONE = Reply("All done.")
QUESTION = b"say what to change: "


def events(project: Project) -> list[dict[str, Any]]:
    [journal] = project.journals
    return [json.loads(line)["event"] for line in journal.read_bytes().splitlines()]


def agents(project: Project) -> list[str]:
    return [event["agent"] for event in events(project) if event["type"] == "run.started"]


@contextmanager
def planned(project: Project, server: ProviderServer, *flags: str) -> Generator[ArchitectProcess]:
    """A run on a terminal that has come to the question about its plan."""
    where = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
    arguments = (*where, "--plan-first", "--mode", "yolo", "--json", *flags)
    environment = provider_environment()
    run = architect_run(project.folder, *arguments, on_terminal=True, environment=environment)
    with run as architect:
        architect.wait_for_screen(QUESTION)
        yield architect


def test_without_a_terminal_the_plan_is_carried_out_at_once(project: Project) -> None:
    talked = talk(
        project,
        [SHOW, PLAN, EDIT, DONE],
        "--plan-first",
        "--mode",
        "yolo",
        "--json",
        "--show-costs",
    )
    assert (talked.code, talked.document["output"]) == (0, "All done.")
    assert "so the plan is carried out" in talked.stderr
    assert agents(project) == ["plan", "build"]
    assert project.read("new.txt") == "made\n"
    assert talked.document["plan"] == STEPS
    planning, working = talked.requests[0].body, talked.requests[2].body
    offered = {tool["function"]["name"] for tool in planning["tools"]}
    assert "update_plan" in offered
    assert not offered.intersection({"write_file", "edit_file", "apply_patch", "run_command"})
    texts = [message["content"] or "" for message in working["messages"]]
    assert "1. Write new.txt.\n2. Test." in texts
    assert texts[-1].endswith("Carry out the plan.")


def test_who_plans_cannot_write_whatever_it_tries(project: Project) -> None:
    talked = talk(project, [EDIT, PLAN], "--plan-first", "--mode", "yolo", "--json")
    assert talked.code == 2
    assert agents(project) == ["plan"]
    assert not (project.folder / "new.txt").exists()


def test_a_plan_that_fails_is_not_carried_out(project: Project) -> None:
    talked = talk(project, [], "--plan-first", "--json")
    assert (talked.code, agents(project)) == (1, ["plan"])


def test_the_user_corrects_the_plan_and_agrees(project: Project) -> None:
    with ProviderServer([PLAN, OTHER_PLAN, EDIT, DONE]) as server:
        with planned(project, server) as architect:
            architect.type_line(b"call it other.txt")
            architect.wait_for_screen(QUESTION)
            architect.type_line(b"y")
            code, stdout = architect.end()
        corrected = server.requests[1].body["messages"]
    assert (code, json.loads(stdout)["output"]) == (0, "All done.")
    assert agents(project) == ["plan", "plan", "build"]
    assert corrected[-1]["content"].endswith("call it other.txt")


def test_a_plan_that_is_not_wanted_changes_nothing(project: Project) -> None:
    for answer in (b"n", b"\x04"):
        with ProviderServer([PLAN]) as server, planned(project, server) as architect:
            architect.type_line(answer)
            code, stdout = architect.end()
        assert (code, json.loads(stdout)["output"]) == (0, "1. Write new.txt.\n2. Test.")
    assert not (project.folder / "new.txt").exists()


def test_the_question_ends_with_ctrl_c_and_the_session_can_be_resumed(project: Project) -> None:
    with ProviderServer([SHOW, PLAN, EDIT, DONE]) as server:
        with planned(project, server) as architect:
            architect.popen.send_signal(signal.SIGINT)
            code, _ = architect.end()
        assert code == 130
        assert b"architect resume" in architect.screen
        [journal] = project.journals
        where = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        flags = (journal.stem, "--agent", "build", "--mode", "yolo", *where)
        resumed = project.architect("resume", *flags, environment=provider_environment())
    assert resumed.code == 0
    assert agents(project) == ["plan", "build"]
    assert project.read("new.txt") == "made\n"


def test_checks_and_limits_are_for_the_work(project: Project) -> None:
    flags = ("--plan-first", "--mode", "yolo", "--json", "--require-check", "test -f new.txt")
    talked = talk(project, [PLAN, EDIT, DONE], *flags, "--timeout", "50")
    assert talked.code == 0
    assert [gate["passed"] for gate in talked.document["gates"]] == [True]
    dry = talk(project, [PLAN, EDIT, DONE], *flags[:-2], "--dry-run", prompt="again")
    assert [action["tool"] for action in dry.document["planned"]] == ["write_file"]
