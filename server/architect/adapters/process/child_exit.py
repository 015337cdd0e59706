"""Waiting for the end of a child while the event loop goes on."""

import asyncio
import os
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager

from architect.adapters.process.process_tree import ProcessTree

_REAP_EVERY_S = 1.0
_POLL_EVERY_S = 0.01
"""Where the kernel does not tell us that a process exited."""


async def exit_code_of(
    child: subprocess.Popen[bytes], tree: ProcessTree, *, timeout_s: float
) -> int | None:
    """The exit code of `child`; None if it takes longer than `timeout_s`."""
    deadline = time.monotonic() + timeout_s
    with _exit_of(child) as (exited, wait_s):
        while child.poll() is None:
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                return None
            try:
                async with asyncio.timeout(min(left_s, wait_s)):
                    await exited.wait()
            except TimeoutError:
                tree.reap()
    return child.returncode


@contextmanager
def _exit_of(child: subprocess.Popen[bytes]) -> Generator[tuple[asyncio.Event, float]]:
    """An event for the end of `child`, and how long to wait for it before looking oneself."""
    loop = asyncio.get_running_loop()
    exited = asyncio.Event()
    try:
        descriptor = os.pidfd_open(child.pid)
    except (AttributeError, OSError):
        yield exited, _POLL_EVERY_S
        return
    try:
        loop.add_reader(descriptor, exited.set)
        yield exited, _REAP_EVERY_S
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)
