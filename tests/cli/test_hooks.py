"""Hooks of a run from the command line, as real processes."""

import json
import secrets
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import KEY, read_call, talk, write_call
from tests.support.architect_process import architect_run
from tests.support.command import Project
from tests.support.processes import command_line
from tests.support.provider_server import Reply, Status
from tests.support.until import until

DONE = Reply("done")
LIMIT_S = 10.0
"""The promise is two seconds; a busy machine must not fail the test."""


def configured(project: Project, **hooks: Any) -> None:
    """The user's own configuration, which needs nobody's trust; JSON is YAML."""
    folder = project.home / "config" / "architect"
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_bytes(json.dumps({"hooks": hooks}).encode())


def hook(command: str, **more: Any) -> list[dict[str, Any]]:
    return [{"name": "h", "command": command} | more]


def test_a_denied_call_shows_in_exit_code_document_and_log(project: Project) -> None:
    configured(project, pre_tool_use=hook("echo 'not on Fridays' >&2; exit 2"))
    talked = talk(project, [Reply(calls=[write_call()]), DONE], "--mode", "yolo", "--json")
    assert (talked.code, talked.document["status"]) == (2, "partial")
    (denied,) = talked.document["denied"]
    assert (denied["by"], denied["reason"]) == ("hook", "h: not on Fridays")
    assert "denied write_file new.txt (1 line): h: not on Fridays" in talked.stderr
    assert talked.results() == ["Error: denied (hook): h: not on Fridays"]
    assert not (project.folder / "new.txt").exists()


def test_a_forbidden_model_call_ends_the_run_in_part(project: Project) -> None:
    configured(project, pre_llm_call=hook("echo closed >&2; exit 2"))
    talked = talk(project, [DONE], "--json")
    assert (talked.code, talked.document["stop_reason"]) == (2, "hook_blocked")
    assert talked.requests == ()


def test_a_failing_hook_shows_in_document_and_log_and_the_run_succeeds(project: Project) -> None:
    configured(project, session_end=hook("echo oops >&2; exit 7"))
    talked = talk(project, [DONE], "--json")
    assert talked.code == 0
    expected = {"event": "session_end", "name": "h", "problem": "exit 7"}
    assert talked.document["hook_failures"] == [expected]
    assert "hook h (session_end): exit 7\n    | oops\n" in talked.stderr


def test_what_a_hook_prints_cannot_steer_the_terminal(project: Project) -> None:
    configured(project, session_start=hook(r"printf '\033[2J\033]0;owned\a'; exit 1"))
    talked = talk(project, [DONE])
    assert "exit 1" in talked.stderr
    assert "\x1b[2J" not in talked.stderr


def test_a_hook_sees_no_key(project: Project) -> None:
    configured(project, session_start=hook("env > environment; cat > input"))
    talk(project, [DONE])
    assert "ARCHITECT_TASK=do it" in project.read("environment")
    assert KEY not in project.read("environment") + project.read("input")


def test_a_hook_may_be_let_out_of_the_sandbox(project: Project) -> None:
    configured(project, session_end=hook("echo $ARCHITECT_STATUS > ~/status", sandbox=False))
    talk(project, [DONE])
    assert (project.home / "status").read_bytes() == b"success\n"


def test_a_key_that_a_hook_digs_out_is_neither_sent_nor_recorded(project: Project) -> None:
    configured(project, post_tool_use=hook("tr '\\0' '\\n' < /proc/$PPID/environ"))
    talked = talk(project, [Reply(calls=[read_call()]), DONE])
    assert KEY not in json.dumps([request.body for request in talked.requests])
    [journal] = project.journals
    assert KEY not in journal.read_bytes().decode()


def test_hooks_run_in_a_review_and_in_a_dry_run(project: Project) -> None:
    configured(project, pre_tool_use=hook('echo "$ARCHITECT_TOOL_NAME" >> seen'))
    replies = [Reply(calls=[read_call()]), DONE]
    for flags in (["-a", "review"], ["--dry-run"], ["-a", "plan"]):
        talk(project, replies, *flags)
    assert project.read("seen") == "read_file\n" * 3


def test_a_warning_about_money_and_a_shorter_context_are_told(project: Project) -> None:
    told = 'echo "$ARCHITECT_EVENT" >> told'
    configured(project, budget_warning=hook(told), context_compress=hook(told))
    for number in range(8):
        project.write(f"big{number}.txt", "some words in a line\n" * 600)
    settings = {
        "ARCHITECT__COSTS__WARN_AT_USD": "0.000001",
        "ARCHITECT__COSTS__FALLBACK_PRICE": "{input: 3, output: 15}",
        "ARCHITECT__CONTEXT__MAX_CONTEXT_TOKENS": "3000",
    }
    reads = [
        Reply(calls=[read_call(f"big{number}.txt", call_id=f"c{number}")]) for number in range(8)
    ]
    assert talk(project, [*reads, DONE], settings=settings).code == 0
    seen = (project.folder / "told").read_bytes().decode().split()
    assert set(seen) == {"budget_warning", "context_compress"}
    assert seen.count("budget_warning") == 1


def test_an_async_hook_is_waited_for_at_the_end(project: Project) -> None:
    configured(project, session_start=hook("sleep 1; echo done > late", **{"async": True}))
    talk(project, [DONE])
    assert project.read("late") == "done\n"


@pytest.mark.parametrize("behaviour", [Status(401), Status(400)])
def test_an_error_of_the_provider_is_told(project: Project, behaviour: Status) -> None:
    configured(project, on_error=hook("cat > told"), agent_complete=hook("touch wrong"))
    talk(project, [behaviour])
    assert json.loads(project.read("told"))["message"]
    assert not (project.folder / "wrong").exists()


def interruptible(workspace: Path, event: str, command: str) -> list[str]:
    """The flags for a run with one hook and a model that answers at once."""
    (workspace / "script.json").write_text('{"schema_version": 1, "replies": [{"text": "done"}]}')
    settings = {"hooks": {event: hook(command, timeout=60)}}
    (workspace / "c.yaml").write_text(json.dumps(settings))
    return ["--json", "--model", "recorded/script.json", "-c", "c.yaml", "--trust-project"]


def running(mark: str) -> list[str]:
    """The command lines with `mark`; ids of processes mean something else inside a sandbox."""
    lines = [command_line(int(path.name)) for path in Path("/proc").glob("[0-9]*")]
    return [line for line in lines if mark in line]


@pytest.mark.parametrize(
    ("event", "code"), [("pre_llm_call", 130), ("session_start", 130), ("session_end", 0)]
)
def test_an_interrupt_ends_a_hook_that_hangs_with_all_it_started(
    event: str, code: int, tmp_path: Path
) -> None:
    mark = f"60.{secrets.randbelow(10**9)}"
    hanging = f"setsid nohup sleep {mark} & sleep {mark}"
    with architect_run(tmp_path, *interruptible(tmp_path, event, hanging)) as process:
        until(lambda: sum(line.startswith("sleep") for line in running(mark)) == 2, "the hook")
        began = time.monotonic()
        process.popen.send_signal(signal.SIGINT)
        exit_code, stdout = process.end()
        assert time.monotonic() - began < LIMIT_S
        assert running(mark) == []
        assert (exit_code, json.loads(stdout)["hook_failures"][0]["event"]) == (code, event)
        assert process.journal()[-1]["type"] == "run.finished"


def test_after_an_interrupt_the_last_hooks_are_told_but_not_waited_for(tmp_path: Path) -> None:
    flags = interruptible(tmp_path, "session_end", "echo $ARCHITECT_STATUS > status; sleep 60")
    reply = {"text": "too late", "delay_s": 60}
    (tmp_path / "script.json").write_text(json.dumps({"schema_version": 1, "replies": [reply]}))
    with architect_run(tmp_path, *flags) as process:
        process.wait_for_event("model.requested")
        began = time.monotonic()
        process.popen.send_signal(signal.SIGINT)
        exit_code, _ = process.end()
        assert time.monotonic() - began < LIMIT_S
    assert exit_code == 130
    assert (tmp_path / "status").read_bytes() == b"partial\n"


def test_a_mistake_in_a_hook_is_an_error_of_the_configuration(project: Project) -> None:
    configured(project, pre_tool_use=[{"command": "sh -c 'fmt {file}'"}])
    finished = project.architect("run", "do it")
    assert finished.code == 3
    assert "hooks.pre_tool_use[0].command: {file} cannot stand inside" in finished.stderr
