"""Processes that begin where their imports are done, for the tests that start many.

Importing takes three quarters of a short run of `architect`. `started` therefore lets a fork server
make its process, or that of a script of the tests, as a child of ours like any other. A test that
is about how a process starts, or about what it has imported, says `pytest.mark.fresh_processes` and
gets an interpreter of its own. So do all tests where ARCHITECT_TESTS_FRESH is set. What is told to
work through LiteLLM begins where that is imported, too, and all others where it is not.
"""

import atexit
import ctypes
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tests.support import fork_server
from tests.support.fork_server import MOST_BYTES, Order

ARCHITECT = (sys.executable, "-m", fork_server.ARCHITECT)
PROJECT = Path(__file__).parents[2]
FRESH = "ARCHITECT_TESTS_FRESH"
_PROVIDER = "ARCHITECT__LLM__PROVIDER"
_PR_SET_CHILD_SUBREAPER, _PR_GET_CHILD_SUBREAPER = 36, 37

_one_at_a_time = threading.Lock()
_fresh_only: list[None] = []


@contextmanager
def fresh_processes() -> Generator[None]:
    """Within the block every process is an interpreter of its own."""
    _fresh_only.append(None)
    try:
        yield
    finally:
        _fresh_only.pop()


def started(
    command: Sequence[str], *, environment: Mapping[str, str], cwd: Path, **options: Any
) -> "subprocess.Popen[bytes]":
    """A running `command`; `options` are those of `subprocess.Popen`."""
    forked = _may_be_forked(command, environment, options)
    kind = ForkedProcess if forked else subprocess.Popen[bytes]
    return kind(list(command), env=environment, cwd=cwd, **options)


def _may_be_forked(
    command: Sequence[str], environment: Mapping[str, str], options: Mapping[str, Any]
) -> bool:
    size = sum(map(len, (*command, *environment, *environment.values())))
    return (
        sys.platform == "linux"
        and _program_and_arguments(command) is not None
        and options.get("preexec_fn") is None
        and size < MOST_BYTES / 8  # one character becomes six in JSON, and there are quotes
        and _named(environment, "PYTHON") <= _named(os.environ, "PYTHON")
        and not _fresh_only
        and not os.environ.get(FRESH)
    )


def _program_and_arguments(command: Sequence[str]) -> tuple[str, list[str]] | None:
    """What the fork server is to run, if it can."""
    match command:
        case [sys.executable, "-m", fork_server.ARCHITECT, *arguments]:
            return fork_server.ARCHITECT, arguments
        case [sys.executable, program, *arguments] if program.endswith(".py"):
            return program, arguments
        case _:
            return None


class ForkedProcess(subprocess.Popen[bytes]):
    """A process that the fork server makes; otherwise `Popen` in all it does.

    The standard library has one place where the child is made, and names it `_execute_child` in all
    versions that we support.
    """

    def _execute_child(
        self,
        args: list[str],
        executable: None,
        preexec_fn: None,
        close_fds: bool,
        pass_fds: tuple[int, ...],
        cwd: Path,
        env: Mapping[str, str],
        startupinfo: None,
        creationflags: int,
        shell: bool,
        p2cread: int,
        p2cwrite: int,
        c2pread: int,
        c2pwrite: int,
        errread: int,
        errwrite: int,
        restore_signals: bool,
        gid: None,
        gids: None,
        uid: None,
        umask: int,
        start_new_session: bool,
        process_group: int,
    ) -> None:
        ends = (p2cread, c2pwrite, errwrite)
        streams = [number if end == -1 else end for number, end in enumerate(ends)]
        program = _program_and_arguments(args)
        assert program is not None
        order = Order(
            program=program[0],
            arguments=program[1],
            folder=str(cwd),
            environment=dict(env),
            descriptors=[0, 1, 2, *pass_fds],
            new_session=start_new_session,
        )
        server = _server(
            _named(env, "PYTHON", "LANG", "LC_"), with_litellm=env.get(_PROVIDER) == "litellm"
        )
        try:
            self.pid = _adopted(server, order, [*streams, *pass_fds])
            self._child_created = True
        finally:
            close: Any = super()._close_pipe_fds  # type: ignore[misc]
            close(p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)


def _adopted(server: socket.socket, order: Order, descriptors: list[int]) -> int:
    """The number of the ordered process, which is our child by then.

    For so long we are the one that adopts orphans. At other times they go where they went before:
    to `init`, or to us, if a test has had a process tree here.
    """
    prctl, before = ctypes.CDLL(None).prctl, ctypes.c_int()
    with _one_at_a_time:
        prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(before), 0, 0, 0)
        prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        try:
            socket.send_fds(server, [order.to_bytes()], descriptors)
            return int(server.recv(20))
        finally:
            prctl(_PR_SET_CHILD_SUBREAPER, before.value, 0, 0, 0)


def _named(environment: Mapping[str, str], *starts: str) -> frozenset[tuple[str, str]]:
    """The variables with such names that are not empty."""
    return frozenset((n, v) for n, v in environment.items() if n.startswith(starts) and v)


@cache
def _server(variables: frozenset[tuple[str, str]], *, with_litellm: bool) -> socket.socket:
    """A fork server with these variables, which Python reads when it starts; it ends when we do."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    size = 2 * MOST_BYTES
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)
    serve = f"serve({theirs.fileno()}, with_litellm={with_litellm})"
    program = f"from tests.support.fork_server import serve; {serve}"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], **dict(variables)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(theirs.fileno(),),
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours
