"""The processes of a Linux system, read from /proc (the fields: proc_pid_stat(5))."""

import os
from collections.abc import Iterator

from architect.frozen import frozen

_PARENT, _GROUP, _SESSION, _STARTED = 1, 2, 3, 19
"""Positions after the name, whose closing bracket is the last one of the line."""

_STAT_BYTES = 1024
_CHUNK_BYTES = 1 << 16


@frozen
class ProcessEntry:
    """One process; `started`, in clock ticks since boot, tells it from others of its number."""

    pid: int
    parent: int
    group: int
    session: int
    started: int
    is_zombie: bool


def all_processes() -> Iterator[ProcessEntry]:
    """Every process there is, except those that come or go during the reading."""
    with os.scandir("/proc") as entries:
        for folder in entries:
            if folder.name.isdigit() and (process := read_process(int(folder.name))) is not None:
                yield process


def read_process(pid: int) -> ProcessEntry | None:
    """The process with that number, if there is one."""
    try:
        descriptor = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
        try:
            stat = os.read(descriptor, _STAT_BYTES)
        finally:
            os.close(descriptor)
    except OSError:
        return None
    fields = stat[stat.rindex(b")") + 2 :].split()
    return ProcessEntry(
        pid=pid,
        parent=int(fields[_PARENT]),
        group=int(fields[_GROUP]),
        session=int(fields[_SESSION]),
        started=int(fields[_STARTED]),
        is_zombie=fields[0] in b"ZX",
    )


def own_children() -> set[int] | None:
    """The numbers of our children, ended ones too; None where the kernel does not tell them.

    One may be missed while another is reaped, so only two equal answers can be relied on.
    """
    children: set[int] = set()
    try:
        for thread in os.listdir("/proc/self/task"):  # noqa: PTH208 - in a hurry
            with open(f"/proc/self/task/{thread}/children", "rb") as file:  # noqa: PTH123
                children.update(map(int, file.read().split()))
    except OSError:
        return None
    return children


def starting_environment(pid: int) -> bytes:
    """The variables the program was started with, ended by NUL; empty if we may not see them."""
    chunks: list[bytes] = []
    try:
        descriptor = os.open(f"/proc/{pid}/environ", os.O_RDONLY)
        try:
            while chunk := os.read(descriptor, _CHUNK_BYTES):
                chunks.append(chunk)
        finally:
            os.close(descriptor)
    except OSError:
        return b""
    return b"".join(chunks)
