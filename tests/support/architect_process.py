"""`architect run` as a process of its own, watched through its log of events.

The log goes into a pipe, so that a test waits for an event instead of sleeping: an event is in the
journal before it is logged.
"""

import contextlib
import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PATIENCE_S = 60.0
"""For things that take well below a second on an idle machine."""


@dataclass(slots=True, kw_only=True)
class ArchitectProcess:
    """A running command; `terminal` is our end of its terminal if it has one."""

    popen: subprocess.Popen[bytes]
    workspace: Path
    log: int
    terminal: int | None
    logged: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    screen: bytes = b""
    _unread: bytes = b""

    def wait_for_event(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The first event of that type, with these values, that was not waited for yet."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            while b"\n" in self._unread:
                line, self._unread = self._unread.split(b"\n", 1)
                entry = json.loads(line)
                self.logged.append(entry)
                if entry["event"] == kind and fields.items() <= entry.items():
                    return entry
            self._unread += self._read(self.log, f"the event {kind!r}", deadline)

    def wait_for_screen(self, text: bytes) -> None:
        """Until the terminal shows `text`."""
        assert self.terminal is not None
        deadline = time.monotonic() + PATIENCE_S
        while text not in self.screen:
            self.screen += self._read(self.terminal, repr(text), deadline)

    def type_line(self, text: bytes) -> None:
        """Answer on the terminal; what it showed so far is not waited for again."""
        assert self.terminal is not None
        self.screen = b""
        os.write(self.terminal, text + b"\n")

    def close_terminal(self) -> None:
        """What closing the window does."""
        assert self.terminal is not None
        os.close(self.terminal)
        self.terminal = None

    def end(self) -> tuple[int, bytes]:
        """The exit code and what stands on standard output, once it is over."""
        stdout, _ = self.popen.communicate(timeout=PATIENCE_S)
        return self.popen.returncode, stdout

    def journal(self) -> list[dict[str, Any]]:
        """The events in the journal of the one session there is."""
        (path,) = (self.workspace / ".architect" / "sessions").glob("*.jsonl")
        return [json.loads(line)["event"] for line in path.read_bytes().splitlines()]

    def _read(self, descriptor: int, awaited: str, deadline: float) -> bytes:
        watched = [self.log] if self.terminal is None else [self.log, self.terminal]
        while True:
            left_s = deadline - time.monotonic()
            ready, _, _ = select.select(watched, [], [], max(0.0, left_s))
            if not ready or left_s < 0:  # a screen may be drawn again without end
                raise TimeoutError(f"waited in vain for {awaited}; logged: {self.logged[-5:]}")
            # What nobody reads would fill up and stop the process.
            if self.terminal in ready and descriptor != self.terminal:
                self.screen += os.read(self.terminal, 1 << 16)
            if descriptor in ready:
                break
        if piece := os.read(descriptor, 1 << 16):
            return piece
        raise EOFError(f"ended before {awaited}; logged: {self.logged[-5:]}")


@contextmanager
def architect_run(
    workspace: Path,
    *flags: str,
    on_terminal: bool = False,
    stderr: int = subprocess.DEVNULL,
    environment: Mapping[str, str] | None = None,
    piped_prompt: bytes | None = None,
) -> Generator[ArchitectProcess]:
    """`architect run` in `workspace`, ended at the latest when the block is left.

    A `piped_prompt` comes through standard input, also if the rest is on a terminal.
    """
    log, log_end = os.pipe()
    ours, theirs = pty.openpty() if on_terminal else (None, None)
    popen = subprocess.Popen(
        [
            *_command(workspace, "do it" if piped_prompt is None else "-"),
            *flags,
            "--log-file",
            f"/dev/fd/{log_end}",
        ],
        cwd=workspace,
        env=_environment(workspace) | dict(environment or {}),
        stdin=_standard_input(piped_prompt, theirs),
        stdout=subprocess.PIPE,
        stderr=stderr if theirs is None else theirs,
        start_new_session=True,
        pass_fds=(log_end,),
        preexec_fn=_as_a_shell_would if theirs is None else _with_a_terminal,
    )
    os.close(log_end)
    if popen.stdin is not None:
        popen.stdin.write(piped_prompt or b"")
        popen.stdin.close()
        popen.stdin = None
    if theirs is not None:
        os.close(theirs)
    process = ArchitectProcess(popen=popen, workspace=workspace, log=log, terminal=ours)
    try:
        yield process
    finally:
        popen.kill()
        popen.communicate()
        os.close(log)
        if process.terminal is not None:
            process.close_terminal()


def _standard_input(piped_prompt: bytes | None, terminal: int | None) -> int:
    if piped_prompt is not None:
        return subprocess.PIPE
    return subprocess.DEVNULL if terminal is None else terminal


def _command(workspace: Path, prompt: str) -> Sequence[str]:
    return [sys.executable, "-m", "architect", "run", prompt, "--workspace", str(workspace)]


def _environment(workspace: Path) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if "ARCHITECT" not in name}
    kinds = ("CONFIG", "STATE")
    places = {f"XDG_{kind}_HOME": str(workspace / f"no-user-{kind.lower()}") for kind in kinds}
    beside = workspace.with_name(f"{workspace.name}-cache")  # commands find their home folder there
    return own | places | {"XDG_CACHE_HOME": str(beside)}


def _as_a_shell_would() -> None:
    """A test run in the background has interrupts ignored, and its children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _with_a_terminal() -> None:
    _as_a_shell_would()
    fcntl.ioctl(2, termios.TIOCSCTTY, 0)


@contextmanager
def watched_processes(*pids: int) -> Generator[Callable[[], bool]]:
    """A function that says, waiting a while, whether all of them ended.

    A descriptor is held on each: a number alone could mean another process by then.
    """
    with contextlib.ExitStack() as stack:
        descriptors: list[int] = []
        for pid in pids:
            descriptors.append(os.pidfd_open(pid))
            stack.callback(os.close, descriptors[-1])

        def all_ended() -> bool:
            deadline = time.monotonic() + PATIENCE_S / 6
            return all(
                select.select([one], [], [], max(0.0, deadline - time.monotonic()))[0]
                for one in descriptors
            )

        try:
            yield all_ended
        finally:
            for one in descriptors:
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(one, signal.SIGKILL)
