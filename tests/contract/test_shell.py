import asyncio
import os
import re
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from architect.adapters.process.process_tree import start_tree
from architect.adapters.shell.local_shell import LocalShell
from architect.domain.errors import ShellFault
from architect.domain.shell import CommandOutcome, ShellCommand, Stream

_TIMEOUT_S = 60.0

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="trees are complete on Linux only")


def ignore(stream: Stream, text: str) -> None:
    """A listener for calls whose output is looked at afterwards."""


def run(
    line: str,
    folder: Path,
    *,
    timeout_s: float = _TIMEOUT_S,
    max_output_lines: int = 200,
    env: Mapping[str, str] | None = None,
    inherited: Mapping[str, str] | None = None,
    stdin: bytes | None = None,
) -> CommandOutcome:
    shell = LocalShell({**os.environ, **(inherited or {})}, grace_s=0.1)
    command = ShellCommand(
        line,
        cwd=folder,
        timeout_s=timeout_s,
        max_output_lines=max_output_lines,
        env=env or {},
        stdin=stdin,
    )
    return asyncio.run(shell.run(command, ignore))


def is_gone(pid: str) -> bool:
    """Whether the process has ended and was reaped."""
    return not Path(f"/proc/{int(pid)}").exists()


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def written_pids(folder: Path) -> list[str]:
    return (folder / "pids").read_bytes().decode().split()


@pytest.mark.parametrize(
    ("line", "exit_code", "stdout", "stderr"),
    [
        ("echo out", 0, "out\n", ""),
        ("echo out; echo err >&2; exit 3", 3, "out\n", "err\n"),
        ("true", 0, "", ""),
        ("printf 'caf\\351'", 0, "caf\ufffd", ""),
        ("printf '\\303\\251'", 0, "é", ""),
        ("cat; echo read", 0, "read\n", ""),
        ("echo first\necho second", 0, "first\nsecond\n", ""),
        ("kill -KILL $$", -9, "", ""),
    ],
)
def test_the_outcome_carries_exit_code_and_both_streams(
    line: str, exit_code: int, stdout: str, stderr: str, tmp_path: Path
):
    outcome = run(line, tmp_path)

    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (exit_code, stdout, stderr)


@pytest.mark.parametrize("content", [b"", b"one\ntwo", b"\0\xff" * 500_000])
def test_a_command_reads_its_input_and_then_its_end(content: bytes, tmp_path: Path):
    outcome = run("cat > copy", tmp_path, stdin=content)

    assert outcome.exit_code == 0
    assert (tmp_path / "copy").read_bytes() == content


@pytest.mark.parametrize("line", ["true", "exec <&-; sleep 0.01", "head -c 1 > /dev/null"])
def test_a_command_need_not_read_its_input(line: str, tmp_path: Path):
    run("true", tmp_path)  # the first one also starts the guard of orphans, which stays
    before = open_descriptors()

    assert run(line, tmp_path, stdin=b"x" * 1_000_000).exit_code == 0
    assert open_descriptors() == before


def test_a_command_that_does_not_exist_says_so(tmp_path: Path):
    outcome = run("no-such-command-here", tmp_path)

    assert outcome.exit_code == 127
    assert "no-such-command-here" in outcome.stderr


def test_a_line_that_starts_with_a_dash_is_no_option_of_the_shell(tmp_path: Path):
    assert run("-x", tmp_path).exit_code == 127


def test_the_command_runs_in_its_folder(tmp_path: Path):
    assert run("pwd -P", tmp_path).stdout == f"{tmp_path.resolve()}\n"


def test_the_command_has_no_terminal(tmp_path: Path):
    assert run("test -t 0 || (: < /dev/tty) 2>/dev/null || echo none", tmp_path).stdout == "none\n"


def test_the_environment_is_inherited_without_keys_and_start_up_files(tmp_path: Path):
    (tmp_path / "rc").write_bytes(b"echo started\n")
    inherited = {
        "SOME_SETTING": "kept",
        "OPENAI_API_KEY": "sk-1",
        "BASH_ENV": "rc",
        "ENV": "rc",
        "PAGER": "less",
    }

    outcome = run(
        'echo "$SOME_SETTING|$OPENAI_API_KEY|$PAGER|$ADDED"',
        tmp_path,
        inherited=inherited,
        env={"ADDED": "added"},
    )

    assert outcome.stdout == "kept||cat|added\n"


@pytest.mark.parametrize("name", ["LD_PRELOAD", "BASH_ENV", "OPENAI_API_KEY"])
def test_variables_that_are_withheld_cannot_be_added(name: str, tmp_path: Path):
    with pytest.raises(ShellFault, match=rf"may not set '{name}'.*in the command itself"):
        run("echo ran > ran", tmp_path, env={"FINE": "1", name: "x"})

    command = ShellCommand("echo ran > ran", cwd=tmp_path, timeout_s=1, env={name: "x"})
    with pytest.raises(ShellFault, match=f"may not set '{name}'"):
        asyncio.run(LocalShell({}).expect_to_start(command))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("line", "env"),
    [
        ("echo \0", {}),
        ("echo \ud800", {}),
        ("echo " + "x" * 3_000_000, {}),
        ("true", {"A=B": "1"}),
        ("true", {"A": "\0"}),
    ],
)
def test_what_cannot_be_started_is_a_fault(line: str, env: dict[str, str], tmp_path: Path):
    with pytest.raises(ShellFault, match="could not be started"):
        run(line, tmp_path, env=env)


def test_a_folder_that_is_none_is_a_fault(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")

    for name in ("missing", "file"):
        with pytest.raises(ShellFault, match=f"{name}': it is not a folder"):
            run("true", tmp_path / name)


def test_long_output_keeps_its_first_half_and_last_quarter(tmp_path: Path):
    outcome = run("seq 1 1000; seq 1 1000 >&2", tmp_path, max_output_lines=20)

    assert outcome.stdout == (
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n[... 985 lines left out ...]\n996\n997\n998\n999\n1000\n"
    )
    assert outcome.stderr == "1\n2\n[... 995 lines left out ...]\n998\n999\n1000\n"


@on_linux
def test_much_output_costs_little_memory(tmp_path: Path):
    measure = tmp_path / "measure.py"
    measure.write_bytes(
        b"import asyncio, os\n"
        b"from pathlib import Path\n"
        b"from architect.adapters.shell.local_shell import LocalShell\n"
        b"from architect.domain.shell import ShellCommand\n"
        b"shell = LocalShell(os.environ)\n"
        b"def run(line):\n"
        b"    command = ShellCommand(line, cwd=Path('.'), timeout_s=100)\n"
        b"    outcome = asyncio.run(shell.run(command, lambda stream, text: None))\n"
        b"    assert outcome.exit_code == 0, outcome\n"
        b"    return int(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])\n"
        b"before = run('seq 1 1000')\n"
        b"run('head -c 200000000 /dev/zero; head -c 100000000 /dev/zero >&2')\n"
        b"print(run('yes | head -c 300000000') - before)\n"
    )

    growth = subprocess.run(
        [sys.executable, str(measure)], cwd=tmp_path, capture_output=True, check=True
    )

    assert int(growth.stdout) < 10_000  # kilobytes


def test_output_is_passed_on_while_the_command_runs(tmp_path: Path):
    async def answer() -> tuple[CommandOutcome, list[tuple[Stream, str]]]:
        pieces: list[tuple[Stream, str]] = []

        def show(stream: Stream, text: str) -> None:
            pieces.append((stream, text))
            (tmp_path / "seen").write_bytes(b"")

        line = "echo question >&2; until [ -e seen ]; do sleep 0.01; done; echo answer"
        command = ShellCommand(line, cwd=tmp_path, timeout_s=_TIMEOUT_S)
        return await LocalShell(os.environ).run(command, show), pieces

    outcome, pieces = asyncio.run(answer())

    assert outcome.exit_code == 0
    assert pieces == [(Stream.STDERR, "question\n"), (Stream.STDOUT, "answer\n")]


def test_a_flood_leaves_room_for_everybody_else(tmp_path: Path):
    async def flooded() -> tuple[CommandOutcome, int, list[str]]:
        pieces: list[str] = []
        command = ShellCommand("yes | head -c 100000000", cwd=tmp_path, timeout_s=_TIMEOUT_S)
        flood = asyncio.create_task(
            LocalShell(os.environ).run(command, lambda _, text: pieces.append(text))
        )
        turns = 0
        while not flood.done():
            await asyncio.sleep(0)
            turns += 1
        return await flood, turns, pieces

    outcome, turns, pieces = asyncio.run(flooded())

    assert outcome.exit_code == 0
    assert turns > 100
    assert sum(map(len, pieces)) < 5_000_000


def test_a_timeout_ends_the_tree_and_keeps_the_output_so_far(tmp_path: Path):
    outcome = run("echo started; sleep 60 & echo $! > pids; wait", tmp_path, timeout_s=0.5)

    assert outcome.exit_code is None
    assert outcome.stdout == "started\n"
    assert all(is_gone(pid) for pid in written_pids(tmp_path))


def test_a_command_that_ignores_being_asked_to_end_is_ended(tmp_path: Path):
    line = "trap '' TERM INT HUP; echo $$ > pids; echo started; while :; do sleep 60; done"

    outcome = run(line, tmp_path, timeout_s=0.5)

    assert (outcome.exit_code, outcome.stdout) == (None, "started\n")
    assert all(is_gone(pid) for pid in written_pids(tmp_path))


def test_a_command_that_writes_for_ever_is_ended_with_its_first_and_last_lines(tmp_path: Path):
    outcome = run("echo first; echo $$ > pids; exec yes", tmp_path, timeout_s=0.5)

    assert outcome.exit_code is None
    assert outcome.stdout.startswith("first\ny\n")
    assert re.search(r"\n\[\.\.\. \d+ lines left out \.\.\.\]\n", outcome.stdout)
    assert outcome.stdout.rstrip("\n").endswith("y\ny")
    assert outcome.stdout.count("\n") <= 152
    assert all(is_gone(pid) for pid in written_pids(tmp_path))


def test_an_endless_line_is_cut_in_bytes(tmp_path: Path):
    outcome = run("head -c 5000000 /dev/zero | tr '\\0' x", tmp_path, max_output_lines=20)

    assert len(outcome.stdout) < 10_000
    assert "bytes left out" in outcome.stdout


def test_bytes_that_are_no_text_come_through_and_colours_do_not(tmp_path: Path):
    outcome = run(r"printf '\033[31mred\033[0m\xff\xfe\0\r\n'; printf '\xe2\x82' >&2", tmp_path)

    assert outcome.exit_code == 0
    assert outcome.stdout == "red\ufffd\ufffd\0\r\n"
    assert outcome.stderr == "\ufffd"


@on_linux
def test_what_forked_away_and_goes_on_writing_does_not_hold_the_call(tmp_path: Path):
    line = "(setsid sh -c 'echo $$ > pids; exec yes' &); until [ -s pids ]; do sleep 0.01; done"

    outcome = run(line, tmp_path)

    assert outcome.exit_code == 0
    assert all(is_gone(pid) for pid in written_pids(tmp_path))


_DETACHED = {
    "background": "sleep 60 & echo $! > pids",
    "setsid": "setsid sleep 60 >/dev/null 2>&1 & echo $! > pids",
    "nohup": "nohup sleep 60 & echo $! > pids",
    "double fork": (
        f"'{sys.executable}' -c '"
        "import os, time\n"
        "if os.fork(): os._exit(0)\n"
        "os.setsid()\n"
        "if os.fork(): os._exit(0)\n"
        'print(os.getpid(), file=open("pids", "w"))\n'
        "time.sleep(60)'; until [ -s pids ]; do sleep 0.01; done"
    ),
    "without environment": "env -i setsid sleep 60 >/dev/null 2>&1 & echo $! > pids",
    "deaf to SIGTERM": (
        "setsid sh -c 'trap \"\" TERM; echo $$ > pids; while :; do sleep 60; done' >/dev/null 2>&1"
        " & until [ -s pids ]; do sleep 0.01; done"
    ),
}


@on_linux
@pytest.mark.parametrize("way", _DETACHED)
def test_what_a_command_leaves_behind_neither_holds_the_call_nor_outlives_it(
    way: str, tmp_path: Path
):
    outcome = run(_DETACHED[way], tmp_path)

    assert outcome.exit_code == 0
    assert len(written_pids(tmp_path)) == 1
    assert all(is_gone(pid) for pid in written_pids(tmp_path))


@on_linux
@pytest.mark.parametrize("way", _DETACHED)
@pytest.mark.parametrize("cancellations", [1, 3])
def test_a_cancellation_goes_on_when_the_tree_is_gone(way: str, cancellations: int, tmp_path: Path):
    async def cancelled() -> None:
        started = asyncio.Event()
        command = ShellCommand(
            f"{_DETACHED[way]}; echo started; sleep 60", cwd=tmp_path, timeout_s=_TIMEOUT_S
        )
        call = asyncio.create_task(
            LocalShell(os.environ, grace_s=0.1).run(command, lambda _stream, _text: started.set())
        )
        async with asyncio.timeout(_TIMEOUT_S):
            await started.wait()
            for _ in range(cancellations):
                call.cancel()
                await asyncio.sleep(0)
            with pytest.raises(asyncio.CancelledError):
                await call
        assert all(is_gone(pid) for pid in written_pids(tmp_path))

    asyncio.run(cancelled())


@on_linux
def test_calls_at_the_same_time_end_their_own_processes_only(tmp_path: Path):
    async def both() -> tuple[CommandOutcome, CommandOutcome]:
        shell = LocalShell(os.environ, grace_s=0.1)
        long_line = (
            "env -i setsid sleep 60 >/dev/null 2>&1 & touch ready;"
            " until [ -e done ]; do sleep 0.01; done; kill -0 $! && echo alive"
        )
        short_line = "until [ -e ready ]; do sleep 0.01; done; setsid sleep 60 >/dev/null 2>&1 &"
        long = asyncio.create_task(
            shell.run(ShellCommand(long_line, cwd=tmp_path, timeout_s=_TIMEOUT_S), ignore)
        )
        short = await shell.run(
            ShellCommand(short_line, cwd=tmp_path, timeout_s=_TIMEOUT_S), ignore
        )
        (tmp_path / "done").write_bytes(b"")
        return short, await long

    short, long = asyncio.run(both())

    assert short.exit_code == 0
    assert long.stdout == "alive\n"


@on_linux
def test_a_call_leaves_no_descriptor_behind(tmp_path: Path):
    async def several() -> tuple[int, int]:
        shell = LocalShell(os.environ)
        before = 0
        for line in ("true", "echo x; exit 1", "sleep 60 &", "sleep 60"):
            await shell.run(ShellCommand(line, cwd=tmp_path, timeout_s=0.3), ignore)
            before = before or open_descriptors()
        return before, open_descriptors()

    before, after = asyncio.run(several())

    assert after == before


def test_a_command_knows_its_call(tmp_path: Path):
    outcome = run("echo $ARCHITECT_CALL", tmp_path, inherited={"ARCHITECT_CALL": "outer"})

    assert re.fullmatch(r"outer:[0-9a-f]{24}\n", outcome.stdout)


_OURS = """
import asyncio, os, pathlib, sys
from architect.adapters.shell.local_shell import LocalShell
from architect.domain.shell import ShellCommand

command = ShellCommand(sys.argv[1], cwd=pathlib.Path.cwd(), timeout_s=60)
asyncio.run(LocalShell(os.environ).run(command, lambda stream, text: print(text, flush=True)))
"""


def end_of(pid: str) -> int:
    """A descriptor that is readable when the process has ended."""
    return os.pidfd_open(int(pid))


@on_linux
@pytest.mark.parametrize("way", _DETACHED)
def test_when_we_are_killed_ourselves_what_runs_ends_too(way: str, tmp_path: Path):
    line = f"{_DETACHED[way]}; echo $$ >> pids; echo ready; sleep 60"
    ours, tree = start_tree(
        [sys.executable, "-c", _OURS, line], cwd=tmp_path, environment=os.environ
    )
    with ours:
        assert ours.stdout is not None
        assert ours.stdout.readline() == b"ready\n"
        ends = [end_of(pid) for pid in written_pids(tmp_path)]
        ours.kill()

    assert len(ends) == 2
    for descriptor in ends:
        ended, _, _ = select.select([descriptor], [], [], _TIMEOUT_S)
        os.close(descriptor)
        assert ended
    tree.end(grace_s=0.0)
