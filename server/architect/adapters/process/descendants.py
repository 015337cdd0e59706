"""Ending everything this process started when there is no time for politeness."""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Collection

from architect.adapters.process.proc_table import all_processes

_PAUSE_S = 0.001
_WITHIN_S = 0.2


def kill_descendants() -> None:
    """Kill all processes that descend from this one, until none is left or the time is up.

    Commands that detached themselves are among them, since `process_tree` makes their orphans ours.
    Elsewhere than on Linux nobody is found.
    """
    deadline = time.monotonic() + _WITHIN_S
    while (living := _living()) and time.monotonic() < deadline:
        for pid in living:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE_S)


def _living() -> Collection[int]:
    """Who descends from us and runs; a single look can miss one that is being started."""
    return _look() or _look()


def _look() -> Collection[int]:
    if sys.platform != "linux":
        return ()
    running = [entry for entry in all_processes() if not entry.is_zombie]
    family = {os.getpid()}
    count = 0
    while count != len(family):
        count = len(family)
        family |= {entry.pid for entry in running if entry.parent in family}
    return family - {os.getpid()}
