"""Commands that go on while the run does something else, as a dev server does."""

import json
import signal
from typing import Any

from tests.cli.talk import Talk, provider_environment, talk
from tests.cli.test_subagents import journal_of
from tests.support.command import Project
from tests.support.processes import running_with
from tests.support.provider_server import Behaviour, Call, Hang, Judge, ProviderServer, Reply
from tests.support.sandboxes import need_sandbox
from tests.support.team import send, task_of, team
from tests.support.until import until

DONE = Reply("all done")
YOLO = ("--mode", "yolo", "--json")

SERVE = "python3 -u -m http.server 8765 --bind 127.0.0.1"
"""In the network of the sandbox, where every port is free."""


def run(command: str, **more: Any) -> Reply:
    return Reply(calls=[Call("run_command", json.dumps({"command": command, **more}))])


def behind(command: str, **more: Any) -> Reply:
    return run(command, background=True, **more)


def output(handle: str = "bg1", wait_s: int = 0) -> Reply:
    arguments = json.dumps({"handle": handle, "wait_s": wait_s})
    return Reply(calls=[Call("command_output", arguments)])


def stop(handle: str = "bg1") -> Reply:
    return Reply(calls=[Call("stop_command", json.dumps({"handle": handle}))])


def talked(project: Project, *replies: Behaviour | Judge, flags: tuple[str, ...] = YOLO) -> Talk:
    return talk(project, [*replies, DONE], *flags)


def kinds(project: Project, prefix: str = "background.") -> list[dict[str, Any]]:
    return [each for each in journal_of(project) if each["type"].startswith(prefix)]


def test_a_server_is_started_asked_and_ended_with_the_run(project: Project) -> None:
    need_sandbox(project.folder)
    project.write("index.html", "hello from the workspace\n")
    ask = "curl -sS http://127.0.0.1:8765/index.html"
    done = talked(project, behind(SERVE), run(ask), output())
    begun, answer, log = done.results()
    assert begun.startswith(f"bg1 is running: {SERVE}\n")
    assert "command_output" in begun
    assert "hello from the workspace" in answer, answer
    assert '"GET /index.html HTTP/1.1" 200' in log
    assert (done.code, done.document["status"]) == (0, "success")
    started, ended = kinds(project)
    assert (started["handle"], started["command"]) == ("bg1", SERVE)
    assert (ended["by"], ended["exit_code"]) == ("run", None)
    assert journal_of(project)[-1]["type"] == "run.finished"


def test_what_ends_at_once_was_never_in_the_background(project: Project) -> None:
    done = talked(project, behind("echo no such port >&2; exit 3"), output())
    result, unknown = done.results()
    assert "exit code: 3\n[stderr]\nno such port" in result
    assert "no command 'bg1' in the background; it has: none" in unknown
    assert kinds(project) == []


def test_the_end_of_a_command_is_told_and_the_rest_of_its_output_is_there(project: Project) -> None:
    slow = "echo begins; sleep 1.5; echo over; exit 4"
    done = talked(project, behind(slow), run("sleep 2"), output(), output())
    begun, _, rest, again = done.results()
    assert begun.startswith(f"bg1 is running: {slow}\nbegins\n")
    assert rest == f"bg1 ended with exit code 4: {slow}\nover"
    assert again == f"bg1 ended with exit code 4: {slow}\n(no new output)"
    told = f"[bg1 ({slow}) ended with exit code 4]"
    messages = [json.dumps(each.body["messages"]) for each in done.requests]
    assert [told in text for text in messages] == [False, False, True, True, True]
    assert messages[-1].count(told) == 1


def test_it_is_waited_for_and_stopped_with_all_that_it_started(project: Project) -> None:
    nested = "echo up; (setsid sleep 31417.5; touch late) & while :; do sleep 0.1; done"
    waits = "echo one; sleep 1.6; echo two"
    done = talked(
        project, behind(nested), stop(), output(), behind(waits), output("bg2", wait_s=20)
    )
    _, stopped, after, _, waited = done.results()
    assert stopped == f"bg1 was stopped: {nested}\n(no new output)"
    assert after == stopped
    assert waited == f"bg2 ended with exit code 0: {waits}\ntwo"
    ended = [(each["by"], each["exit_code"]) for each in kinds(project, "background.ended")]
    assert ended == [("model", None), ("itself", 0)]
    assert not running_with("sleep 31417.5")


def test_a_time_out_holds_in_the_background_too(project: Project) -> None:
    done = talked(project, behind("echo up; sleep 60", timeout=2), output(wait_s=30))
    assert "was ended, since it took longer than its timeout" in done.results()[-1]


def test_nine_are_too_many(project: Project) -> None:
    calls = [behind(f"echo {number}; sleep 60").calls[0] for number in range(9)]
    done = talked(project, Reply(calls=calls))
    assert "8 commands run in the background already (bg1, bg2" in done.results()[-1]
    ended = kinds(project, "background.ended")
    assert [each["by"] for each in ended] == ["run"] * 8


def test_its_changes_are_on_record_and_an_edit_meanwhile_is_no_change_of_its_own(
    project: Project,
) -> None:
    project.write("mine.txt", "one\n")
    project.write("theirs.txt", "one\n")
    project.write("both.txt", "one\n")
    writes = "echo up; until [ -e go ]; do sleep 0.05; done; echo two > theirs.txt; "
    writes += "echo three >> both.txt; rm go; sleep 60"
    edits = [
        Call("edit_file", json.dumps({"path": name, "old_str": "one\n", "new_str": "two\n"}))
        for name in ("mine.txt", "both.txt")
    ]
    reads = [Call("read_file", json.dumps({"path": name})) for name in ("mine.txt", "both.txt")]
    done = talked(
        project,
        behind(writes),
        Reply(calls=reads),
        Reply(calls=edits),
        run("touch go; while [ -e go ]; do sleep 0.05; done"),
        stop(),
    )
    assert done.document["status"] == "success"
    changed = [
        (each["path"], each["by_command"], each["diff"].splitlines()[-1])
        for each in kinds(project, "file.changed")
    ]
    assert sorted(changed) == [
        ("both.txt", False, "+two"),
        ("both.txt", True, "+three"),
        ("mine.txt", False, "+two"),
        ("theirs.txt", True, "+two"),
    ]
    assert project.architect("undo").code == 0
    contents = [(project.folder / name).read_text() for name in ("mine.txt", "theirs.txt")]
    assert contents == ["one\n", "one\n"]
    assert (project.folder / "both.txt").read_text() == "one\n"


def test_it_is_asked_about_as_what_it_is_and_planned_by_a_dry_run(project: Project) -> None:
    done = talk(project, [behind("npm run dev"), DONE], "--mode", "confirm-all")
    assert "npm run dev (in the background)" in done.stderr
    planned = talk(project, [behind("npm run dev"), DONE], *YOLO, "--dry-run")
    assert "[DRY-RUN] Would execute" in planned.results()[0]


def test_without_a_sandbox_it_is_the_network_of_the_machine(project: Project) -> None:
    server = (
        "import http.server as h, pathlib; s = h.HTTPServer(('127.0.0.1', 0), "
        "h.SimpleHTTPRequestHandler); pathlib.Path('port').write_text(str(s.server_port)); "
        "print('up', flush=True); s.serve_forever()"
    )
    project.write("serve.py", server)
    project.write("index.html", "hello from the workspace\n")
    ask = "curl -sS http://127.0.0.1:$(cat port)/index.html"
    config = {"ARCHITECT__COMMANDS__SANDBOX": "off"}
    done = talk(project, [behind("python3 serve.py"), run(ask), DONE], *YOLO, settings=config)
    assert "hello from the workspace" in done.results()[1]


def test_the_interrupt_of_a_run_ends_it(project: Project) -> None:
    with ProviderServer([behind("echo up; sleep 27182.5"), Hang()]) as server:
        at = ("--api-base", f"{server.url}/v1", "--model", "openai/m")
        with project.start("run", "do it", *at, *YOLO, environment=provider_environment()) as run:
            until(lambda: len(server.requests) == 2, "the command in the background")
            assert running_with("sleep 27182.5")
            run.send_signal(signal.SIGINT)
            assert run.wait(60) == 130
    assert not running_with("sleep 27182.5")
    assert [each["by"] for each in kinds(project, "background.ended")] == ["run"]


def test_a_sub_agent_has_the_same_localhost_and_its_own_commands(project: Project) -> None:
    need_sandbox(project.folder)
    project.write("index.html", "hello from the workspace\n")
    project.write(".architect.yaml", "agents: {worker: {system_prompt: Works.}}\n")
    assert project.architect("trust", "--yes").code == 0
    ask = "curl -sS http://127.0.0.1:8765/index.html"
    worker: list[Behaviour] = [
        run(ask),
        output(),
        behind("echo mine; sleep 14141.5"),
        output("bg2"),
        Reply("ok"),
    ]
    own: list[Behaviour] = [
        behind(SERVE),
        Reply(calls=[send("worker", "CHECK it")]),
        output("bg2"),
        run(ask),
        DONE,
    ]
    done = talk(project, team(own, {"CHECK": worker}), *YOLO)
    child = [each for each in done.requests if "CHECK" in task_of(each)][-1]
    asked, other, begun, _ = [
        each["content"] for each in child.body["messages"] if each["role"] == "tool"
    ]
    assert "hello from the workspace" in asked
    assert "no command 'bg1' in the background; it has: none" in other
    assert begun.startswith("bg2 is running: echo mine; sleep 14141.5")
    assert "no command 'bg2' in the background; it has: bg1" in done.results()[2]
    assert "hello from the workspace" in done.results()[3]
    told = [(each["type"], each["handle"], each["child_id"]) for each in kinds(project)]
    child_id = next(each["child_id"] for each in kinds(project, "child.started"))
    assert told == [
        ("background.started", "bg1", None),
        ("background.started", "bg2", child_id),
        ("background.ended", "bg2", child_id),
        ("background.ended", "bg1", None),
    ]
    assert "1 | bg2 goes on in the background" in done.stderr
    assert not running_with("sleep 14141.5")


def test_sub_agents_have_no_more_of_them_than_one_run(project: Project) -> None:
    project.write(".architect.yaml", "agents: {worker: {system_prompt: Works.}}\n")
    assert project.architect("trust", "--yes").code == 0
    own = [behind(f"echo {number}; sleep 60").calls[0] for number in range(5)]
    more = [behind(f"echo {number}; sleep 60").calls[0] for number in range(4)]
    replies: list[Behaviour] = [
        Reply(calls=own),
        Reply(calls=[send("worker", "SERVE it")]),
        DONE,
    ]
    done = talk(project, team(replies, {"SERVE": [Reply(calls=more), Reply("ok")]}), *YOLO)
    served = [each for each in done.requests if "SERVE" in task_of(each)][-1]
    results = [each["content"] for each in served.body["messages"] if each["role"] == "tool"]
    refused = "8 commands run in the background already (bg6, bg7, bg8); end one with stop_command"
    assert [refused in each for each in results] == [False, False, False, True]
