"""The end of our commands when we ourselves are killed and can end nothing any more (Linux).

A small process waits for the end of ours: it reads from a pipe whose other end only we hold. Then
it kills whatever carries our mark in its environment, with its sessions and its children: all but
what dropped its environment, its session and its parent. PR_SET_PDEATHSIG would end the shell
alone, and setting it between fork and exec would keep Python from using vfork.
"""

import contextlib
import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection
from pathlib import Path

from architect.adapters.process.proc_table import (
    ProcessEntry,
    all_processes,
    starting_environment,
)

_LONGEST_S = 5.0
"""How long the guard goes on killing; what is left then hangs in the kernel."""

_PAUSE_S = 0.005

_PYTHON = """
import sys
sys.path.insert(0, sys.argv[1])
from architect.adapters.process.orphan_guard import guard
guard(sys.argv[2].encode())
"""

_DETACHED = 'exec 3<&0; "$@" <&3 3<&- &'
"""What makes the guard nobody's child: its own parent ends at once. A shell gives to what it starts
in the background no input unless told so."""


@functools.cache
def start_guard(word: str) -> int | None:
    """Start the guard of all processes whose environment contains `word`, unless it runs already.

    It must come before we adopt orphans, or it would become our child. Gives the end of the pipe
    that we hold until we end; None where there can be no guard.
    """
    if sys.platform != "linux" or getattr(sys, "frozen", False):
        return None
    packages = Path(__file__).parents[3]
    program = [sys.executable, "-I", "-S", "-B", "-c", _PYTHON, str(packages), word]
    theirs, ours = os.pipe()
    try:
        subprocess.run(
            ["/bin/sh", "-c", _DETACHED, "sh", *program],
            stdin=theirs,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
            check=False,
        )
    except OSError:
        os.close(ours)
        return None
    finally:
        os.close(theirs)
    return ours


def guard(word: bytes) -> None:
    """Wait for the end of standard input, then kill all processes that carry `word`."""
    while os.read(0, 1):
        pass
    end_marked(word)


def end_marked(word: bytes) -> None:
    """Kill all processes that carry `word`, the mark of a process that is gone."""
    deadline = time.monotonic() + _LONGEST_S
    while (living := _living(word)) and time.monotonic() < deadline:
        for entry in living:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(entry.pid, signal.SIGKILL)
        time.sleep(_PAUSE_S)


def _living(word: bytes) -> Collection[ProcessEntry]:
    """Who carries `word`; a single look can miss one that is being started."""
    return _look(word) or _look(word)


def _look(word: bytes) -> Collection[ProcessEntry]:
    """Those that carry `word`, all of their sessions, and all that descends from them."""
    running = [entry for entry in all_processes() if not entry.is_zombie]
    members = {entry.pid: entry for entry in running if word in starting_environment(entry.pid)}
    sessions = {entry.session for entry in members.values()}
    members |= {entry.pid: entry for entry in running if entry.session in sessions}
    count = 0
    while count != len(members):
        count = len(members)
        members |= {entry.pid: entry for entry in running if entry.parent in members}
    members.pop(os.getpid(), None)
    return members.values()
