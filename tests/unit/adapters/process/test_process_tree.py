import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from architect.adapters.process.proc_table import read_process
from architect.adapters.process.process_tree import ProcessTree, start_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="trees are complete on Linux only")

_TIMEOUT_S = 60.0


@contextmanager
def tree_of(
    script: str, *, folder: Path
) -> Generator[tuple[subprocess.Popen[bytes], ProcessTree, list[int]]]:
    """A running script and the process numbers that it printed in its first line."""
    child, tree = start_tree(["/bin/sh", "-c", script], cwd=folder, environment=os.environ)
    try:
        assert child.stdout is not None
        yield child, tree, [int(word) for word in child.stdout.readline().split()]
    finally:
        tree.end(grace_s=0.0)
        child.communicate()


@contextmanager
def bystander() -> Generator[subprocess.Popen[bytes]]:
    """A child of ours in a session of its own that belongs to no tree."""
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as child:
        try:
            yield child
        finally:
            child.kill()


def is_gone(pid: int) -> bool:
    """Whether the process has ended and was reaped."""
    return not Path(f"/proc/{pid}").exists()


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2][:1].decode()


def wait_until_zombie(pid: int) -> None:
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)


_WAYS_TO_GET_AWAY = {
    "background": "sleep 60 & echo $!; wait",
    "orphan": "(sleep 60 & echo $!) | cat; sleep 60",
    "own session": "setsid sleep 60 & echo $!; wait",
    "nohup": "nohup sleep 60 >nohup.out 2>&1 & echo $!; wait",
    "orphan in an own session": "setsid sh -c 'sleep 60 & echo $!'; sleep 60",
    "orphan without environment": "env -i setsid sh -c 'sleep 60 >/dev/null & echo $!'; sleep 60",
    "deaf to SIGTERM": "setsid sh -c 'trap \"\" TERM; echo $$; sleep 60; sleep 60' & wait",
    "stopped": "sh -c 'echo $$; kill -STOP $$' & wait",
}


@pytest.mark.parametrize("way", _WAYS_TO_GET_AWAY)
def test_no_process_gets_away(way: str, tmp_path: Path):
    with tree_of(_WAYS_TO_GET_AWAY[way], folder=tmp_path) as (child, tree, pids):
        assert pids
        assert not any(is_gone(pid) for pid in pids)

        survivors = tree.end(grace_s=0.1)

        assert survivors == ()
        assert all(is_gone(pid) for pid in pids)
        assert child.wait(_TIMEOUT_S) < 0


def test_a_double_fork_that_drops_its_environment_and_streams_is_found(tmp_path: Path):
    daemon = tmp_path / "daemon.py"
    daemon.write_bytes(
        b"import os, sys, time\n"
        b"if '--detached' in sys.argv:\n"
        b"    open('pid.tmp', 'w').write(str(os.getpid()))\n"
        b"    os.rename('pid.tmp', 'pid')\n"
        b"    time.sleep(60)\n"
        b"if os.fork(): os._exit(0)\n"
        b"os.setsid()\n"
        b"if os.fork(): os._exit(0)\n"
        b"os.closerange(0, 100)\n"
        b"os.execve(sys.executable, [sys.executable, __file__, '--detached'], {})\n"
    )
    script = (
        f"'{sys.executable}' daemon.py; until [ -e pid ]; do sleep 0.01; done; cat pid; echo;"
        " exec sleep 60"
    )
    with tree_of(script, folder=tmp_path) as (_, tree, pids):
        assert len(pids) == 1

        assert tree.end(grace_s=0.1) == ()

        assert is_gone(pids[0])


def test_what_is_left_after_the_first_process_was_reaped_is_ended(tmp_path: Path):
    with tree_of("setsid sleep 60 >/dev/null 2>&1 & echo $!", folder=tmp_path) as (
        child,
        tree,
        pids,
    ):
        assert child.wait(_TIMEOUT_S) == 0
        assert not tree.is_over()

        assert tree.end(grace_s=0.1) == ()

        assert is_gone(pids[0])


def test_processes_that_keep_starting_others_are_ended(tmp_path: Path):
    script = "setsid sh -c 'echo $$; while :; do sleep 60 & sleep 0.001; done' 2>/dev/null & wait"
    with tree_of(script, folder=tmp_path) as (child, tree, pids):
        assert tree.end(grace_s=0.05) == ()

        assert is_gone(pids[0])
        assert child.wait(_TIMEOUT_S) < 0


def test_a_process_may_clean_up_before_it_ends(tmp_path: Path):
    script = "trap 'echo tidy > tidied; exit 0' TERM; echo $$; while :; do sleep 0.01; done"
    with tree_of(script, folder=tmp_path) as (_, tree, _):
        assert tree.end(grace_s=_TIMEOUT_S) == ()

    assert (tmp_path / "tidied").read_bytes() == b"tidy\n"


def test_a_detached_process_without_environment_may_clean_up_too(tmp_path: Path):
    (tmp_path / "detached").write_bytes(
        b"trap 'echo tidy > tidied; exit 0' TERM\n"
        b"until [ -e deaf ]; do sleep 0.01; done\n"
        b"echo $$; while :; do sleep 0.01; done\n"
    )
    script = (
        "env -i setsid sh detached & trap '' TERM; : > deaf;"
        " until [ -e tidied ]; do sleep 0.01; done"
    )
    with tree_of(script, folder=tmp_path) as (_, tree, _):
        assert tree.end(grace_s=_TIMEOUT_S) == ()

    assert (tmp_path / "tidied").read_bytes() == b"tidy\n"


def test_orphans_that_ended_are_reaped_while_the_command_runs(tmp_path: Path):
    script = "pid=$(setsid true >/dev/null 2>&1 & echo $!); echo $pid; exec sleep 60"
    with tree_of(script, folder=tmp_path) as (_, tree, [orphan]):
        wait_until_zombie(orphan)
        assert state_of(orphan) == "Z"

        tree.reap()

        assert is_gone(orphan)


def test_children_of_ours_that_are_not_of_the_tree_are_left_alone(tmp_path: Path):
    away = "setsid sleep 60 & echo $!; wait"
    with (
        bystander() as older,
        tree_of(away, folder=tmp_path) as (_, tree, _),
        bystander() as younger,
        tree_of(away, folder=tmp_path) as (other, _, pids),
    ):
        assert tree.end(grace_s=0.1) == ()

        assert (older.poll(), younger.poll(), other.poll()) == (None, None, None)
        assert state_of(pids[0]) != "Z"


def test_an_ended_child_that_somebody_else_waits_for_is_not_reaped(tmp_path: Path):
    with tree_of("echo $$; exec sleep 60", folder=tmp_path) as (child, tree, _):
        others = subprocess.Popen(["sh", "-c", "exit 7"])
        wait_until_zombie(others.pid)

        tree.reap()
        tree.end(grace_s=0.1)

        assert others.wait(_TIMEOUT_S) == 7
        assert child.wait(_TIMEOUT_S) < 0


def reap_orphans() -> None:
    """Collect the ended orphans of other tests, which became ours when we began to adopt them."""
    with suppress(ChildProcessError):
        while os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG) is not None:
            pass


def test_a_tree_is_over_when_everything_ended_by_itself(tmp_path: Path):
    reap_orphans()
    with tree_of("echo $$", folder=tmp_path) as (child, tree, _):
        child.wait(_TIMEOUT_S)

        assert tree.is_over()
        assert tree.end() == ()


def start_of(pid: int) -> int:
    entry = read_process(pid)
    assert entry is not None
    return entry.started


def wait_until_later_than(pid: int) -> None:
    """Wait until a process started now is younger than `pid` by the clock of the kernel."""
    while True:
        with subprocess.Popen(["true"]) as now:
            if start_of(now.pid) > start_of(pid):
                return


def test_a_tree_is_over_although_we_have_older_children_and_ended_ones_of_others(tmp_path: Path):
    ended = subprocess.Popen(["sh", "-c", "exit 7"], start_new_session=True)
    with bystander() as older:
        wait_until_zombie(ended.pid)
        wait_until_later_than(older.pid)
        with tree_of("echo $$", folder=tmp_path) as (child, tree, _):
            child.wait(_TIMEOUT_S)

            assert tree.is_over()
            assert older.poll() is None
    assert ended.wait(_TIMEOUT_S) == 7


def test_a_tree_is_not_over_while_a_child_that_may_be_of_it_runs(tmp_path: Path):
    away = "env -i setsid sleep 60 & echo $!"
    with tree_of(away, folder=tmp_path) as (child, tree, (orphan,)):
        child.wait(_TIMEOUT_S)
        assert not tree.is_over()

        tree.end(grace_s=0.0)

        assert is_gone(orphan)


def test_trees_can_be_ended_at_the_same_time(tmp_path: Path):
    script = "setsid sleep 60 & echo $!; wait"
    with tree_of(script, folder=tmp_path) as one, tree_of(script, folder=tmp_path) as two:
        threads = [threading.Thread(target=tree.end) for _, tree, _ in (one, two)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + _TIMEOUT_S
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))

        assert all(is_gone(pid) for _, _, pids in (one, two) for pid in pids)
