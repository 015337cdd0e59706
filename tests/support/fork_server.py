"""A process that has imported all of `architect` and forks for each order of `forked.py`.

A forked process differs from a fresh one in what it has imported, and in nothing else that
`architect` can see: it has the environment, folder, descriptors, session and parent that the order
says, streams made anew as Python makes them, and runs `architect/__main__.py` (or a script of the
tests that serves an editor) as its main module.
"""

import contextlib
import fcntl
import gc
import json
import os
import pkgutil
import runpy
import socket
import sys
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Literal, NoReturn, TextIO

ARCHITECT = "architect"
MOST_BYTES = 1 << 18
MOST_DESCRIPTORS = 16
_ABOVE_ALL = 200
"""Descriptors are kept above this number while they are put in their places."""

_LATE = (
    *("asyncio", "click.shell_completion", "encodings.idna", "httpx", "mcp", "rich"),
    "tree_sitter_bash",
)
"""What is imported only within functions.

Of the MCP SDK it is what takes 0.6 s, and not all: to `is_mcp_imported` it has still to be
imported, as it has in every new process.
"""

_NOT_YET = ("architect.__main__",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a process shall be. `descriptors` are its numbers for those that are sent along."""

    program: str
    """`architect`, or the file of a script."""
    arguments: list[str]
    folder: str
    environment: Mapping[str, str]
    descriptors: list[int]
    new_session: bool

    def to_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode()


def serve(descriptor: int, *, with_litellm: bool) -> None:
    """Start a process for each order on the socket `descriptor`, and answer with its number."""
    orders = socket.socket(fileno=descriptor)
    _import_everything()
    if with_litellm:
        _import_litellm()
    gc.collect()
    gc.freeze()
    while True:
        octets, descriptors, _, _ = socket.recv_fds(orders, MOST_BYTES, MOST_DESCRIPTORS)
        if not octets:
            return
        pid = _forked(Order(**json.loads(octets)), descriptors)
        for one in descriptors:
            os.close(one)
        orders.send(str(pid).encode())


def _import_everything() -> None:
    import architect

    for module in pkgutil.walk_packages(architect.__path__, "architect."):
        if module.name not in _NOT_YET:
            import_module(module.name)
    for name in _LATE:
        import_module(name)


def _import_litellm() -> None:
    """LiteLLM as `architect` itself imports it for a call; that takes longer than all the rest."""
    from architect.adapters.models.litellm.importing import ready_for_replies, ready_litellm

    ready_litellm("openai/any")
    ready_for_replies()


def _forked(order: Order, descriptors: list[int]) -> int:
    """The number of a new process that is a child of whoever adopts our orphans.

    It begins when it has that parent.
    """
    reader, writer = os.pipe()
    go, let_go = os.pipe()
    between = os.fork()
    if between == 0:
        pid = os.fork()
        if pid == 0:
            os.close(let_go)
            os.read(go, 1)
            _become_architect(order, descriptors)
        os.write(writer, str(pid).encode())
        os._exit(0)
    os.waitpid(between, 0)
    pid = int(os.read(reader, 20))
    for one in (reader, writer, go, let_go):
        os.close(one)
    return pid


def _become_architect(order: Order, descriptors: list[int]) -> NoReturn:
    try:
        if order.new_session:
            os.setsid()
        _put_in_place(descriptors, order.descriptors)
        os.chdir(order.folder)
        os.environ.clear()
        os.environ.update(order.environment)
        _open_streams()
        sys.argv = [order.program, *order.arguments]
        if order.program == ARCHITECT:
            sys.path[0] = str(Path.cwd())
            runpy.run_module(ARCHITECT, run_name="__main__", alter_sys=True)
        else:
            sys.path[0] = str(Path(order.program).parent)
            runpy.run_path(order.program, run_name="__main__")
        _leave(0)
    except SystemExit as leaving:
        _leave(leaving.code)
    except BaseException:  # noqa: BLE001 - the server must not go on in a process it made
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(1)


def _leave(code: object) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def _put_in_place(descriptors: list[int], places: list[int]) -> None:
    """Make `descriptors` those of the numbers `places`, and close all others."""
    kept = [fcntl.fcntl(one, fcntl.F_DUPFD, _ABOVE_ALL) for one in descriptors]
    for one, place in zip(kept, places, strict=True):
        os.dup2(one, place)
    for one in range(_ABOVE_ALL + 4 * MOST_DESCRIPTORS):
        if one not in places:
            with contextlib.suppress(OSError):
                os.close(one)


def _open_streams() -> None:
    """Standard streams as `create_stdio` of CPython's pylifecycle.c opens them."""
    sys.stdin = sys.__stdin__ = _stream(0, "r", sys.stdin)
    sys.stdout = sys.__stdout__ = _stream(1, "w", sys.stdout)
    sys.stderr = sys.__stderr__ = _stream(2, "w", sys.stderr)


def _stream(descriptor: int, mode: Literal["r", "w"], model: TextIO) -> TextIO:
    binary: Any = open(descriptor, f"{mode}b", closefd=False)  # noqa: SIM115
    binary.raw.name = model.name
    return TextIOWrapper(
        binary,
        encoding=model.encoding,
        errors=model.errors,
        newline="\n",
        line_buffering=descriptor == 2 or binary.isatty(),
    )
