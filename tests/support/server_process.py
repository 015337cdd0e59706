"""A process whose three standard streams are those of asyncio."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.support.forked import started


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """As `asyncio.subprocess.Process`, for any process that `started` makes."""

    popen: "subprocess.Popen[bytes]"
    stdin: asyncio.StreamWriter
    stdout: asyncio.StreamReader
    stderr: asyncio.StreamReader

    @property
    def pid(self) -> int:
        return self.popen.pid

    @property
    def returncode(self) -> int | None:
        return self.popen.poll()

    def send_signal(self, number: int) -> None:
        self.popen.send_signal(number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """The exit code, negative if a signal ended it."""
        if self.returncode is None:
            # Nobody else waits for our child, so until then its number is its own.
            descriptor = os.pidfd_open(self.pid)
            over = asyncio.Event()
            loop = asyncio.get_running_loop()
            loop.add_reader(descriptor, over.set)
            try:
                await over.wait()
            finally:
                loop.remove_reader(descriptor)
                os.close(descriptor)
        return self.popen.wait()


@asynccontextmanager
async def server_process(
    command: Sequence[str], *, environment: Mapping[str, str], cwd: Path
) -> AsyncGenerator[ServerProcess]:
    """A running server. Our ends of its streams are closed when the block is left."""
    popen = started(
        command,
        environment=environment,
        cwd=cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert popen.stdin is not None
    assert popen.stdout is not None
    assert popen.stderr is not None
    stdin = await _writer(popen.stdin)
    stdout, stdout_transport = await _reader(popen.stdout)
    stderr, stderr_transport = await _reader(popen.stderr)
    try:
        yield ServerProcess(popen, stdin, stdout, stderr)
    finally:
        stdin.close()
        stdout_transport.close()
        stderr_transport.close()


async def _reader(pipe: IO[bytes]) -> tuple[asyncio.StreamReader, asyncio.ReadTransport]:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader, transport


async def _writer(pipe: IO[bytes]) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    # A protocol for reading is the only public one that also knows when to go on writing.
    protocol = asyncio.StreamReaderProtocol(asyncio.StreamReader())
    transport, _ = await loop.connect_write_pipe(lambda: protocol, pipe)
    return asyncio.StreamWriter(transport, protocol, None, loop)
