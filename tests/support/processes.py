"""Processes of a test, looked at from outside (Linux)."""

import os
from pathlib import Path
from typing import BinaryIO


def is_alive(pid: int) -> bool:
    """Whether there is such a process that is not merely waiting to be reaped."""
    return _state(pid) not in ("", "Z")


def descendants(pid: int) -> list[int]:
    """The ids of all processes that a process has started, and those that these have."""
    parents = {int(entry.name): _parent(int(entry.name)) for entry in _processes()}
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
    except OSError:
        return ""


def running_below(pid: int, words: str) -> list[int]:
    """Those of the living descendants that have `words` in their command line."""
    return [each for each in descendants(pid) if is_alive(each) and words in command_line(each)]


def running_with(words: str) -> list[int]:
    """All living processes that have `words` in their command line, whoever started them."""
    every = [int(entry.name) for entry in _processes()]
    return [each for each in every if words in command_line(each) and is_alive(each)]


def daemons_below(pid: int) -> list[int]:
    """Those of the descendants that are `architect lsp`, not what confines or is run by them."""
    return [each for each in descendants(pid) if command_line(each).endswith("architect lsp")]


def _processes() -> list[os.DirEntry[str]]:
    return [entry for entry in os.scandir("/proc") if entry.name.isdigit()]


def _fields(pid: int) -> list[str]:
    """The fields of `/proc/<pid>/stat` behind the name; none if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _state(pid: int) -> str:
    return (_fields(pid) or [""])[0]


def _parent(pid: int) -> int:
    return int((_fields(pid) or ["", "0"])[1])


def memory_holds(pid: int, what: bytes) -> bool:
    """Whether the bytes are anywhere in the memory of a process that can be read."""
    maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in maps:
            place, rights, *_ = line.split()
            start, end = (int(each, 16) for each in place.split("-"))
            if rights.startswith("rw") and _is_in(memory, start, end, what):
                return True
    return False


def _is_in(memory: BinaryIO, start: int, end: int, what: bytes) -> bool:
    try:
        memory.seek(start)
        return what in memory.read(end - start)
    except (OSError, OverflowError, ValueError):  # reserved, or gone by now
        return False
