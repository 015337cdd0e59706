"""Ending everything a command started, whatever it did to get away.

On Linux a process belongs to the tree if one of these holds:

- it is in the session or group of the first process;
- it carries the mark of the tree, so `setsid`, `nohup`, double forks and a dropped environment do
  not hide it;
- its parent belongs to the tree.

We adopt the orphans of our commands (PR_SET_CHILD_SUBREAPER, prctl(2)), so each of them can be
seen, ended and reaped. If we are killed ourselves, `orphan_guard` ends what runs. Elsewhere than on
Linux only the group of the first process is ended: what moved to a session of its own survives
there.
"""

import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import IO

from architect.adapters.process.orphan_guard import start_guard
from architect.adapters.process.proc_table import (
    ProcessEntry,
    all_processes,
    own_children,
    read_process,
)
from architect.adapters.process.process_mark import ProcessMark, new_mark, our_word
from architect.adapters.process.resource_limits import ResourceLimits, limited_children

GRACE_S = 0.5
"""Between asking politely (SIGTERM) and ending (SIGKILL)."""

_KILL_S = 1.0
"""How long we wait for killed processes to be gone; one that hangs in the kernel may never be."""

_FIRST_PAUSE_S = 0.002
_LONGEST_PAUSE_S = 0.05
_PR_SET_CHILD_SUBREAPER = 36
_ANY_ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT


def start_tree(
    program: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    stdin: int | IO[bytes] = subprocess.DEVNULL,
    limits: ResourceLimits | None = None,
    passed: Collection[int] = (),
) -> tuple[subprocess.Popen[bytes], "ProcessTree"]:
    """Start the first process of a tree, with a pipe for each kind of output.

    It inherits the descriptors `passed`.

    It gets a session of its own, so there is no terminal it could ask on. Nothing of ours runs
    between fork and exec: that lets Python use vfork, whose cost does not grow with us.

    Raises:
        OSError, ValueError: it could not be started.
    """
    start_guard(our_word())
    _adopt_orphans()
    mark = new_mark()
    with mark.on_children(), limited_children(limits):
        child = subprocess.Popen(
            program,
            cwd=cwd,
            env=mark.on_environment(environment),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            pass_fds=passed,
        )
    return child, ProcessTree(child.pid, mark)


@functools.cache
def _adopt_orphans() -> bool:
    """Become the parent of descendants whose own parent ended; False where that cannot be."""
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        return ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    except (OSError, AttributeError):
        return False


class ProcessTree:
    """The processes of one call, from its first one on, which leads a session and is our child."""

    def __init__(self, pid: int, mark: ProcessMark) -> None:
        self._pid = pid
        self._mark = mark
        first = read_process(pid) if sys.platform == "linux" else None
        self._started = first.started if first is not None else 0

    def end(self, *, grace_s: float = GRACE_S) -> tuple[int, ...]:
        """End all processes of the tree and give the numbers of those that withstood it, if any.

        Blocks for `grace_s` and a second at most. The first process is left to be reaped by whoever
        waits for it.
        """
        if sys.platform != "linux":
            return self._end_group(grace_s)
        self._signal_group(signal.SIGTERM)
        if not (living := self._living()):
            return ()
        for member in living:
            _send(member, signal.SIGTERM)
        if not self._living_after(grace_s):
            return ()
        return tuple(member.pid for member in self._killed())

    def is_over(self) -> bool:
        """Whether it shows at a glance that nothing is left.

        So it is when the first process was reaped and no child of ours can be of the tree, since
        its orphans would be ours. Those that ended are reaped.
        """
        return _adopt_orphans() and not self._has_descendants()

    def _has_descendants(self) -> bool:
        """Whether one of our children may be of the tree; its orphans that ended are reaped.

        What runs since before the tree is not of it, and what ended has no children any more.
        """
        before: set[int] | None = None
        while _has_children():
            if (children := own_children()) is None:
                return True
            if children == before:
                return False
            if any(map(self._may_be_descendant, children)):
                return True
            before = children
        return False

    def _may_be_descendant(self, child: int) -> bool:
        entry = read_process(child)
        if entry is None or child == self._pid:
            return child == self._pid
        if not entry.is_zombie:
            return entry.started >= self._started
        if self._mark.is_on(entry):
            _reap(child)
        return False

    def reap(self) -> None:
        """Collect the adopted orphans that ended, for which nobody else waits."""
        if sys.platform == "linux" and _has_ended_children():
            self._look()

    def _living(self) -> Collection[ProcessEntry]:
        """The members that still run, looking twice before saying that there is none.

        One look misses a process whose number is below those already read when it is started.
        """
        return self._look() or self._look()

    def _look(self) -> Collection[ProcessEntry]:
        """The members that run; those that ended and are ours to reap are reaped."""
        living: list[ProcessEntry] = []
        for member in self._members():
            if not member.is_zombie:
                living.append(member)
            elif member.parent == os.getpid() and member.pid != self._pid:
                _reap(member.pid)
        return living

    def _members(self) -> Collection[ProcessEntry]:
        """Who belongs to the tree, ended or not; nobody who was there before it can."""
        younger = [
            entry
            for entry in all_processes()
            if entry.started >= self._started and entry.pid > 1 and entry.pid != os.getpid()
        ]
        members = {
            entry.pid: entry
            for entry in younger
            if self._pid in (entry.session, entry.group) or self._mark.is_on(entry)
        }
        count = 0
        while count != len(members):
            count = len(members)
            members |= {entry.pid: entry for entry in younger if entry.parent in members}
        return members.values()

    def _living_after(self, wait_s: float) -> Collection[ProcessEntry]:
        """The members that still run after `wait_s`, or none as soon as there is none."""
        deadline = time.monotonic() + wait_s
        pause_s = _FIRST_PAUSE_S
        while (living := self._living()) and time.monotonic() < deadline:
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        return living

    def _killed(self) -> Collection[ProcessEntry]:
        """Kill until a look finds nobody, since some may start others meanwhile; who is left."""
        deadline = time.monotonic() + _KILL_S
        pause_s = _FIRST_PAUSE_S
        while (living := self._living()) and time.monotonic() < deadline:
            self._signal_group(signal.SIGKILL)
            for member in living:
                _send(member, signal.SIGKILL)
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        return living

    def _signal_group(self, number: signal.Signals) -> None:
        """Signal the group of the first process in one go, which even a fork bomb cannot outrun.

        Only while the first process is not reaped: after that its number may mean somebody else.
        """
        try:
            os.waitid(os.P_PID, self._pid, _ANY_ENDED)
            os.killpg(self._pid, number)
        except (ChildProcessError, ProcessLookupError, PermissionError):
            return

    def _end_group(self, grace_s: float) -> tuple[int, ...]:
        for number, wait_s in ((signal.SIGTERM, grace_s), (signal.SIGKILL, _KILL_S)):
            deadline = time.monotonic() + wait_s
            try:
                os.killpg(self._pid, number)
                while time.monotonic() < deadline:
                    time.sleep(_FIRST_PAUSE_S)
                    os.killpg(self._pid, 0)
            except (ProcessLookupError, PermissionError):
                return ()
        return (self._pid,)


def _send(member: ProcessEntry, number: signal.Signals) -> None:
    """Signal `member`, unless its number means another process by now."""
    try:
        descriptor = os.pidfd_open(member.pid)
    except OSError:
        _send_by_number(member, number)
        return
    try:
        if _is_still(member):
            signal.pidfd_send_signal(descriptor, number)
    except (ProcessLookupError, PermissionError):
        return
    finally:
        os.close(descriptor)


def _send_by_number(member: ProcessEntry, number: signal.Signals) -> None:
    """For kernels without descriptors of processes (before Linux 5.3)."""
    try:
        if _is_still(member):
            os.kill(member.pid, number)
    except (ProcessLookupError, PermissionError):
        return


def _is_still(member: ProcessEntry) -> bool:
    now = read_process(member.pid)
    return now is not None and now.started == member.started


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, _ANY_ENDED)
    except ChildProcessError:
        return False
    return True


def _has_ended_children() -> bool:
    try:
        return os.waitid(os.P_ALL, 0, _ANY_ENDED) is not None
    except ChildProcessError:
        return False


def _reap(pid: int) -> None:
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return
