"""The pipes of a program that we talk to, on an event loop."""

import asyncio
import os
import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

CHUNK_BYTES = 1 << 18
_LOOK_S = 0.02


async def chunks(descriptor: int) -> AsyncGenerator[bytes]:
    """What comes through a pipe, until its end."""
    loop = asyncio.get_running_loop()
    os.set_blocking(descriptor, False)
    while True:
        ready = asyncio.Event()
        loop.add_reader(descriptor, ready.set)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(descriptor)
        try:
            chunk = os.read(descriptor, CHUNK_BYTES)
        except BlockingIOError:
            continue
        except OSError:
            return
        if not chunk:
            return
        yield chunk


async def writer_to(pipe: object) -> asyncio.StreamWriter:
    """What writes into the pipe, which is closed with it."""
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.streams.FlowControlMixin(), pipe
    )
    return asyncio.StreamWriter(transport, protocol, None, loop)


async def end_of(
    child: "subprocess.Popen[bytes]", end: Callable[[], object], *, within_s: float
) -> None:
    """Wait a little for a program that was told to end, then `end` its tree."""
    for _ in range(int(within_s / _LOOK_S)):
        if child.poll() is not None:
            break
        await asyncio.sleep(_LOOK_S)
    await asyncio.to_thread(end)
    with suppress(subprocess.TimeoutExpired):
        child.wait(timeout=0)


async def exit_code_of(child: "subprocess.Popen[bytes]") -> int | None:
    """The exit code of a program whose output has ended, if it ends at once."""
    for _ in range(10):
        if (code := child.poll()) is not None:
            return code
        await asyncio.sleep(_LOOK_S)
    return None
