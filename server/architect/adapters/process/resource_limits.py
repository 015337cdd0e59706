"""Limits of the kernel on what one command may use up (setrlimit(2))."""

import sys
from collections.abc import Generator
from contextlib import contextmanager

from architect.frozen import frozen


@frozen
class ResourceLimits:
    """`processes` counts those beside what runs on the machine already; no core files at all.

    The kernel does not count the processes of root.
    """

    processes: int = 4_096
    file_bytes: int = 20_000_000_000


@contextmanager
def limited_children(limits: ResourceLimits | None) -> Generator[None]:
    """Give the limits to what is started inside, by having them ourselves for that moment.

    They are high enough that nothing of ours meets them meanwhile. Only the soft limits are set,
    since ours could not be raised again; they stop accidents, and the end of the call the rest.
    """
    if limits is None or sys.platform != "linux":
        yield
        return
    import resource

    wanted = {
        resource.RLIMIT_NPROC: _running() + limits.processes,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_CORE: 0,
    }
    before = {kind: resource.getrlimit(kind) for kind in wanted}
    try:
        for kind, value in wanted.items():
            soft, hard = before[kind]
            resource.setrlimit(kind, (_lower(value, soft), hard))
        yield
    finally:
        for kind, pair in before.items():
            resource.setrlimit(kind, pair)


def _lower(value: int, soft: int) -> int:
    import resource

    return value if soft == resource.RLIM_INFINITY else min(value, soft)


def _running() -> int:
    """How many processes and threads the machine has: the second figure of `1/338` (proc(5)).

    RLIMIT_NPROC counts all of a user, so a limit below that would stop the first command.
    """
    with open("/proc/loadavg", "rb") as file:  # noqa: PTH123 - a file of the kernel
        return int(file.read().split()[3].split(b"/")[1])
