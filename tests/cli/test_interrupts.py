"""Ctrl+C, SIGTERM and time-outs, whatever the run is doing."""

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.support.architect_process import (
    ArchitectProcess,
    architect_run,
    watched_processes,
)
from tests.support.asking import ASKS_ALWAYS
from tests.support.provider_server import Hang, ProviderServer, Status
from tests.support.selection import with_usual

from architect.adapters.records.session_files import SessionFiles
from architect.agent.ending import CLOSING_TIME_S

UNCONFINED = {"ARCHITECT__COMMANDS__SANDBOX": "off"}
"""In a sandbox, processes have numbers of their own; tests/contract/test_sandbox.py ends those."""

LIMIT_S = 10.0
"""The promise is two seconds; a busy machine must not fail the test."""

DETACHED = "setsid nohup sh -c 'echo $$ > detached.pid; exec sleep 60' > /dev/null 2>&1 &"
STUBBORN = (
    "setsid nohup sh -c 'trap \"\" TERM INT HUP; echo $$ > detached.pid; while :; do sleep 1; done'"
    " > /dev/null 2>&1 &"
)
UNTIL_DETACHED = "until [ -s detached.pid ]; do sleep 0.01; done; echo $$ > shell.pid; echo ready"


@dataclass(frozen=True)
class Interrupt:
    name: str
    send: Callable[[ArchitectProcess], None]
    needs_terminal: bool = False


def _type_control_c(architect: ArchitectProcess) -> None:
    assert architect.terminal is not None
    os.write(architect.terminal, b"\x03")


INTERRUPTS = [
    Interrupt("sigint", lambda architect: architect.popen.send_signal(signal.SIGINT)),
    Interrupt("sigterm", lambda architect: architect.popen.send_signal(signal.SIGTERM)),
    Interrupt("control-c", _type_control_c, needs_terminal=True),
]


@pytest.fixture(
    params=with_usual(INTERRUPTS, usual=INTERRUPTS[:1] + INTERRUPTS[2:]),
    ids=lambda interrupt: interrupt.name,
)
def interrupt(request: pytest.FixtureRequest) -> Interrupt:
    return request.param


def _script(workspace: Path, *replies: dict[str, Any]) -> list[str]:
    """The flags for a model that says `replies`."""
    script = {"schema_version": 1, "replies": replies}
    (workspace / "script.json").write_text(json.dumps(script))
    return ["--model", "recorded/script.json"]


def _command_reply(line: str, **more: Any) -> dict[str, Any]:
    arguments = {"command": line, "timeout": 120}
    return {"calls": [{"name": "run_command", "arguments": arguments}], **more}


def _read_pid(path: Path) -> int:
    return int(path.read_bytes())


@contextmanager
def _asked(workspace: Path, *flags: str) -> Generator[ArchitectProcess]:
    """A run that asks on its terminal, whatever the machine can confine."""
    with architect_run(
        workspace, "--json", *flags, on_terminal=True, environment=ASKS_ALWAYS
    ) as architect:
        architect.wait_for_screen(b"/a/?]: ")
        yield architect


@contextmanager
def _long_command(
    workspace: Path, line: str, *flags: str, on_terminal: bool = False
) -> Generator[tuple[ArchitectProcess, Callable[[], bool]]]:
    """A run in the middle of `line`, and a function that says whether all it started has ended."""
    model = _script(
        workspace, _command_reply(f"{line} {UNTIL_DETACHED}; sleep 60"), {"text": "done"}
    )
    with architect_run(
        workspace,
        *("--json", "--mode", "yolo", *model, *flags),
        on_terminal=on_terminal,
        environment=UNCONFINED,
    ) as architect:
        architect.wait_for_event("tool.output", text="ready\n")
        pids = [_read_pid(workspace / name) for name in ("detached.pid", "shell.pid")]
        with watched_processes(*pids) as all_ended:
            yield architect, all_ended


def _assert_interrupted(architect: ArchitectProcess, began: float) -> None:
    exit_code, stdout = architect.end()
    took_s = time.monotonic() - began
    print(f"ended after {took_s:.2f} s")
    assert took_s < LIMIT_S
    assert exit_code == 130
    document = json.loads(stdout)
    assert document["stop_reason"] == "user_interrupt"
    _assert_closed_journal(architect, "user_interrupt")
    [session] = asyncio.run(SessionFiles(architect.workspace).summaries())
    assert session.status == "cancelled"


def _assert_closed_journal(architect: ArchitectProcess, stop_reason: str) -> None:
    journal = architect.journal()
    assert journal[-1]["type"] == "run.finished"
    assert journal[-1]["stop_reason"] == stop_reason
    called = [call["id"] for event in journal for call in event.get("calls", ())]
    answered = [event["call_id"] for event in journal if event["type"] == "tool.finished"]
    assert sorted(answered) == sorted(called)


def test_a_run_that_waits_for_the_model_is_interrupted(
    tmp_path: Path, interrupt: Interrupt
) -> None:
    model = _script(tmp_path, {"text": "too late", "delay_s": 60})
    terminal = interrupt.needs_terminal
    with architect_run(tmp_path, "--json", *model, on_terminal=terminal) as architect:
        architect.wait_for_event("model.requested")
        began = time.monotonic()
        interrupt.send(architect)
        _assert_interrupted(architect, began)


def test_a_run_whose_provider_hangs_is_interrupted(tmp_path: Path, interrupt: Interrupt) -> None:
    with ProviderServer([Hang()]) as server:
        model = ["--model", "openai/gpt-4.1", "--api-base", f"{server.url}/v1", "--api-key", "k"]
        terminal = interrupt.needs_terminal
        with architect_run(tmp_path, "--json", *model, on_terminal=terminal) as architect:
            architect.wait_for_event("model.requested")
            assert server.arrived.wait(LIMIT_S)
            began = time.monotonic()
            interrupt.send(architect)
            _assert_interrupted(architect, began)


def test_a_run_that_waits_to_try_again_is_interrupted(tmp_path: Path, interrupt: Interrupt) -> None:
    with ProviderServer([Status(429, headers={"Retry-After": "50"})]) as server:
        model = ["--model", "openai/gpt-4.1", "--api-base", f"{server.url}/v1", "--api-key", "k"]
        terminal = interrupt.needs_terminal
        with architect_run(tmp_path, "--json", *model, on_terminal=terminal) as architect:
            assert architect.wait_for_event("model.retried")["delay_s"] > LIMIT_S
            began = time.monotonic()
            interrupt.send(architect)
            _assert_interrupted(architect, began)


def test_an_interrupt_ends_a_command_with_its_detached_children(
    tmp_path: Path, interrupt: Interrupt
) -> None:
    terminal = interrupt.needs_terminal
    with _long_command(tmp_path, DETACHED, on_terminal=terminal) as (architect, all_ended):
        began = time.monotonic()
        interrupt.send(architect)
        _assert_interrupted(architect, began)
        assert all_ended()


def test_an_interrupt_ends_children_that_ignore_it(tmp_path: Path, interrupt: Interrupt) -> None:
    terminal = interrupt.needs_terminal
    with _long_command(tmp_path, STUBBORN, on_terminal=terminal) as (architect, all_ended):
        began = time.monotonic()
        interrupt.send(architect)
        _assert_interrupted(architect, began)
        assert all_ended()


def test_a_question_is_interrupted(tmp_path: Path, interrupt: Interrupt) -> None:
    model = _script(tmp_path, _command_reply("touch never"), {"text": "done"})
    with _asked(tmp_path, *model) as architect:
        began = time.monotonic()
        interrupt.send(architect)
        _assert_interrupted(architect, began)
    assert not (tmp_path / "never").exists()


def test_the_answer_stop_is_an_interrupt(tmp_path: Path) -> None:
    model = _script(tmp_path, _command_reply("touch never"), {"text": "done"})
    with _asked(tmp_path, *model) as architect:
        assert architect.terminal is not None
        began = time.monotonic()
        os.write(architect.terminal, b"a\n")
        _assert_interrupted(architect, began)
    assert not (tmp_path / "never").exists()


def test_closing_the_terminal_is_an_interrupt_during_a_command(tmp_path: Path) -> None:
    with _long_command(tmp_path, DETACHED, on_terminal=True) as (architect, all_ended):
        began = time.monotonic()
        architect.close_terminal()
        _assert_interrupted(architect, began)
        assert all_ended()


def test_closing_the_terminal_is_an_interrupt_during_a_question(tmp_path: Path) -> None:
    model = _script(tmp_path, _command_reply("touch never"), {"text": "done"})
    with _asked(tmp_path, *model) as architect:
        began = time.monotonic()
        architect.close_terminal()
        _assert_interrupted(architect, began)
    assert not (tmp_path / "never").exists()


def test_a_second_signal_leaves_at_once_and_leaves_nobody_behind(
    tmp_path: Path, interrupt: Interrupt
) -> None:
    line = f"trap 'echo asked' TERM; {STUBBORN}"
    terminal = interrupt.needs_terminal
    with _long_command(tmp_path, line, on_terminal=terminal) as (architect, all_ended):
        interrupt.send(architect)
        architect.wait_for_event("tool.output", text="asked\n")
        began = time.monotonic()
        interrupt.send(architect)
        exit_code, stdout = architect.end()
        print(f"left after {time.monotonic() - began:.2f} s")
        assert exit_code == 130
        assert json.loads(stdout)["stop_reason"] == "user_interrupt"
        assert all_ended()


def test_a_second_signal_leaves_even_while_nobody_reads_what_is_written(tmp_path: Path) -> None:
    model = _script(tmp_path, {"text": "more than a pipe holds " * 20_000})
    with architect_run(tmp_path, *model, stderr=subprocess.PIPE) as architect:
        assert architect.popen.stderr is not None
        shown = b""
        while b"more" not in shown:
            shown += os.read(architect.popen.stderr.fileno(), 64)
        # Two of one kind would become one before the first was seen.
        architect.popen.send_signal(signal.SIGINT)
        architect.popen.send_signal(signal.SIGTERM)
        assert architect.popen.wait(LIMIT_S) == 130


def test_the_time_limit_of_the_run_ends_a_command_with_its_children(tmp_path: Path) -> None:
    with _long_command(tmp_path, DETACHED, "--timeout", "2") as (architect, all_ended):
        exit_code, stdout = architect.end()
        assert exit_code == 5
        assert json.loads(stdout)["stop_reason"] == "timeout"
        assert all_ended()
        _assert_closed_journal(architect, "timeout")


def test_the_time_limit_also_bounds_the_summary_of_a_run_without_steps_left(
    tmp_path: Path,
) -> None:
    model = _script(
        tmp_path, _command_reply("sleep 60"), {"text": "a summary too late", "delay_s": 60}
    )
    flags = ["--json", "--mode", "yolo", "--timeout", "1", "--max-steps", "1"]
    began = time.monotonic()
    with architect_run(tmp_path, *flags, *model) as architect:
        architect.end()
        took_s = time.monotonic() - began
        print(f"ended after {took_s:.2f} s")
        assert took_s < CLOSING_TIME_S
        _assert_closed_journal(architect, "max_steps")


def test_an_interrupt_while_the_time_limit_is_acted_on_is_an_interrupt(tmp_path: Path) -> None:
    model = _script(
        tmp_path, _command_reply("sleep 60"), {"text": "a summary too late", "delay_s": 60}
    )
    flags = ["--json", "--mode", "yolo", "--timeout", "1"]
    with architect_run(tmp_path, *flags, *model) as architect:
        architect.wait_for_event("model.requested", purpose="close")
        began = time.monotonic()
        architect.popen.send_signal(signal.SIGINT)
        _assert_interrupted(architect, began)
