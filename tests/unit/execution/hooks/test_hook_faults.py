"""Hooks that do what they should not, as real processes."""

import asyncio
import json
import os
import tracemalloc
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.support.processes import is_alive
from tests.support.rig import SESSION, started_event

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.shell.local_shell import LocalShell
from architect.domain.effect import Effect
from architect.domain.hooks import Hook, HookEvent, HookOutcome
from architect.domain.ids import RunId
from architect.domain.journal.call_events import HookRan
from architect.domain.tool_result import succeeded
from architect.execution.hooks.executor import HookExecutor
from architect.execution.hooks.launcher import HookContext
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.event_recorder import EventRecorder
from architect.ports.hooks import HookBlock, HookProceed
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal
from architect.testing.recording_sink import RecordingSink

PATIENCE_S = 60.0
FOR_EVER = "sleep 1000"


class Hooked:
    """One `pre_tool_use` hook in a folder, asked by `ask`."""

    def __init__(
        self,
        folder: Path,
        command: str,
        *,
        environment: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        fields: dict[str, Any] = {"event": HookEvent.PRE_TOOL_USE, "timeout_s": PATIENCE_S}
        hook = Hook(name="h", command=command, **(fields | more))
        self._sink = RecordingSink()
        shell = LocalShell({**os.environ, **(environment or {})}, grace_s=0.1)
        recorder = EventRecorder(
            RunId(f"{SESSION}.1"),
            journal=MemoryJournal(),
            sinks=(self._sink,),
            clock=FrozenClock(),
        )
        recorder.emit(started_event())
        self.executor = HookExecutor(
            [hook],
            HookContext(SESSION, DiskWorkspace(folder), shell, shell, saving=lambda inner: inner),
            recorder=recorder,
            triggers=HookTriggers(()),
        )

    def ask(self, tool: str = "read_file", **arguments: Any) -> HookProceed | HookBlock:
        work = self.executor.before_tool(tool, arguments)
        return asyncio.run(asyncio.wait_for(work, PATIENCE_S + 10))

    @property
    def event(self) -> HookRan:
        (event,) = self._sink.of_type(HookRan)
        return event


def pids(folder: Path) -> list[int]:
    return [int(pid) for pid in (folder / "pids").read_bytes().split()]


@pytest.mark.parametrize(
    "command",
    [
        f"echo $$ >> pids; {FOR_EVER}",
        f"echo $$ >> pids; trap '' TERM; {FOR_EVER} & echo $! >> pids; wait; {FOR_EVER}",
        f"setsid sh -c 'echo $$ >> pids; {FOR_EVER}' & {FOR_EVER}",
        f"(echo $BASHPID >> pids; exec env -i sleep 1000) & disown; {FOR_EVER}",
    ],
)
def test_a_hook_that_hangs_is_ended_with_all_it_started(command: str, tmp_path: Path) -> None:
    hooked = Hooked(tmp_path, command, timeout_s=0.5)
    assert hooked.ask() == HookProceed()
    assert (hooked.event.outcome, hooked.event.exit_code) == (HookOutcome.TIMED_OUT, None)
    assert [pid for pid in pids(tmp_path) if is_alive(pid)] == []


@pytest.mark.parametrize(
    "command",
    [
        f"{FOR_EVER} & echo $! >> pids; echo fine",
        "(setsid nohup sleep 1000 >/dev/null 2>&1 & echo $! >> pids); echo fine",
    ],
)
def test_what_a_hook_leaves_behind_is_ended(command: str, tmp_path: Path) -> None:
    hooked = Hooked(tmp_path, command)
    assert hooked.ask() == HookProceed(context="fine")
    assert [pid for pid in pids(tmp_path) if is_alive(pid)] == []


def test_a_flood_is_read_in_bounded_memory_and_cut(tmp_path: Path) -> None:
    tracemalloc.start()
    hooked = Hooked(
        tmp_path, "head -c 200000000 /dev/zero | tr '\\0' 'x'; echo; yes | head -n 2000000"
    )
    answer = hooked.ask()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(answer, HookProceed)
    assert len(answer.context) < 6_000
    assert len(hooked.event.output) <= 2_000
    assert peak < 20_000_000


def test_an_endless_flood_ends_with_the_time_out(tmp_path: Path) -> None:
    hooked = Hooked(tmp_path, "yes & yes >&2", timeout_s=0.5)
    assert hooked.ask() == HookProceed()
    assert hooked.event.outcome is HookOutcome.TIMED_OUT


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("kill -SEGV $$", "exit -11"),
        ("kill -KILL $$", "exit -9"),
        ("no-such-program-anywhere", "exit 127"),
        ("ulimit -v 1; python3 -c 1", "exit "),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_a_hook_that_crashes_forbids_only_where_that_is_configured(
    command: str, problem: str, strict: bool, tmp_path: Path
) -> None:
    hooked = Hooked(tmp_path, command, blocks_on_failure=strict)
    answer = hooked.ask()
    assert isinstance(answer, HookBlock if strict else HookProceed)
    assert hooked.event.problem.startswith(problem)


def test_a_line_that_is_no_shell_forbids_what_it_was_to_judge(tmp_path: Path) -> None:
    """Shells end with 2 there, too; to take that for a yes would open every gate with a typo."""
    answer = Hooked(tmp_path, "if then").ask()
    assert isinstance(answer, HookBlock)
    assert "syntax error" in answer.reason


def test_binary_output_becomes_text(tmp_path: Path) -> None:
    hooked = Hooked(tmp_path, r"printf 'a\377\376\000\033[2Jb'")
    assert hooked.ask() == HookProceed(context="a\ufffd\ufffd\0\x1b[2Jb")


def test_an_answer_is_no_screen(tmp_path: Path) -> None:
    """A carriage return has nothing drawn over the start of a document."""
    hooked = Hooked(tmp_path, r"""printf '{"additionalContext":\r\r"seen"}\r\n'""")
    assert hooked.ask() == HookProceed(context="seen")


def test_an_answer_of_any_bytes_is_read(tmp_path: Path) -> None:
    hooked = Hooked(tmp_path, "printf '{'; head -c 300000 /dev/urandom")
    assert isinstance(hooked.ask(), HookProceed)
    assert hooked.event.problem.startswith("its answer is not valid JSON")


LONG = "x" * 3_000_000


@pytest.mark.parametrize(
    "command", ["true", "exec <&-; true", "head -c 1 >/dev/null", "cat > /dev/null", "wc -c > size"]
)
def test_a_hook_reads_as_much_of_its_input_as_it_likes(command: str, tmp_path: Path) -> None:
    hooked = Hooked(tmp_path, command)
    assert hooked.ask("write_file", path="a.py", content=LONG) == HookProceed()
    assert hooked.event.outcome is HookOutcome.OK


def test_a_hook_gets_its_whole_input_and_then_its_end(tmp_path: Path) -> None:
    hooked = Hooked(tmp_path, "cat > input; pwd > folder")
    hooked.ask("write_file", path="a.py", content=LONG)
    told = json.loads((tmp_path / "input").read_bytes())
    assert told["tool_input"] == {"path": "a.py", "content": LONG}
    assert (tmp_path / "folder").read_bytes().decode() == f"{tmp_path}\n"


def answer_of(size: int) -> str:
    """A command that answers with new content of that size."""
    content = f"head -c {size} /dev/zero | tr '\\0' x"
    return f"""printf '{{"updatedInput": {{"content": "'; {content}; printf '"}}}}'"""


def test_a_large_answer_arrives_whole(tmp_path: Path) -> None:
    assert Hooked(tmp_path, answer_of(400_000)).ask() == HookProceed({"content": "x" * 400_000})


def test_an_answer_that_was_cut_changes_nothing(tmp_path: Path) -> None:
    hooked = Hooked(tmp_path, answer_of(9_000_000))
    assert hooked.ask() == HookProceed()
    assert hooked.event.outcome is HookOutcome.FAILED


def test_keys_are_not_in_the_environment_of_a_hook(tmp_path: Path) -> None:
    keys = {"OPENAI_API_KEY": "sk-0123456789", "MY_TOKEN": "t-0123456789", "LD_PRELOAD": ""}
    Hooked(tmp_path, "env > env", environment=keys).ask()
    environment = (tmp_path / "env").read_bytes().decode()
    assert "ARCHITECT_EVENT=pre_tool_use" in environment
    assert not [name for name in keys if name in environment]


@pytest.mark.parametrize("name", ["$(touch pwned)", "-rf", "a b", "new\nline", "'; touch pwned; '"])
def test_the_name_of_a_file_reaches_a_hook_as_it_is(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"content")
    Hooked(tmp_path, "cat {file} > copy").ask(path=name)
    assert (tmp_path / "copy").read_bytes() == b"content"
    assert not (tmp_path / "pwned").exists()


def test_a_formatter_runs_after_an_edit_and_its_failure_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x=1\n")
    formatter = "sed -i 's/=/ = /' {file}; grep -n x {file}; exit 3"
    hooked = Hooked(tmp_path, formatter, event=HookEvent.POST_TOOL_USE, after_edits=True)
    work = hooked.executor.after_tool(
        "edit_file", {"path": "a.py"}, succeeded("edited"), effect=Effect.WRITE
    )
    assert asyncio.run(work).split("\n") == [
        "[Hook h: FAILED (exit 3)]",
        "1:x = 1",
        "[Hook h: changed a.py, so read it again]",
    ]
    assert (tmp_path / "a.py").read_bytes() == b"x = 1\n"
