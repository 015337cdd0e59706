"""Reading another program's output line by line, in bounded time."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from pathlib import Path

from architect.frozen import frozen

_CHUNK_BYTES = 1 << 16
_MOST_STDERR_BYTES = 1 << 16

LineListener = Callable[[bytes], bool]
"""Takes one line without its end; False says that no more lines are wanted."""


@frozen
class ChildEnd:
    """How the program ended; a negative exit code is the signal that ended it."""

    exit_code: int
    stderr: str


async def feed_lines(
    command: Sequence[str | Path],
    on_line: LineListener,
    *,
    cwd: Path,
    timeout_s: float,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    line_end: bytes = b"\n",
    on_complaint: LineListener | None = None,
    longest_line: int | None = None,
) -> ChildEnd:
    """Run `command` and pass on the lines of its standard output as they come.

    `on_complaint` takes those of standard error and says which of them are to be kept. Of a line of
    output that is longer than `longest_line` bytes, only a start that is longer, too, is passed on.

    The program has ended when this returns or raises, cancellation included.

    Raises:
        OSError: it could not be started.
        TimeoutError: it took longer than `timeout_s`.
    """
    async with _running(command, cwd=cwd, env=env, takes_input=bool(stdin)) as child:
        async with asyncio.timeout(timeout_s), asyncio.TaskGroup() as tasks:
            tasks.create_task(_write(child, stdin))
            complaints = tasks.create_task(_read_start(child.stderr, on_complaint))
            if not await _read_lines(
                child.stdout, on_line, line_end=line_end, longest=longest_line
            ):
                _kill(child)
                await _drain(child.stdout)
            exit_code = await child.wait()
        return ChildEnd(exit_code, complaints.result())


@contextlib.asynccontextmanager
async def _running(
    command: Sequence[str | Path], *, cwd: Path, env: Mapping[str, str] | None, takes_input: bool
) -> AsyncGenerator[asyncio.subprocess.Process]:
    """The started program; however the block ends, it has ended behind it."""
    child = await asyncio.create_subprocess_exec(
        *command,
        cwd=cwd,
        env=env,
        stdin=asyncio.subprocess.PIPE if takes_input else asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield child
    finally:
        _kill(child)
        await _drain(child.stdout)
        await _drain(child.stderr)
        await child.wait()


def _kill(child: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        child.kill()


async def _drain(stream: asyncio.StreamReader | None) -> None:
    """Read what nobody wants: asyncio does not see the end of a program whose output waits."""
    while stream is not None and await stream.read(_CHUNK_BYTES):
        pass


async def _write(child: asyncio.subprocess.Process, content: bytes) -> None:
    if child.stdin is None:
        return
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        child.stdin.write(content)
        await child.stdin.drain()
    # Not waited for: cancelling that would cancel a future of asyncio's own, which it then sets.
    child.stdin.close()


async def _read_start(stream: asyncio.StreamReader | None, on_line: LineListener | None) -> str:
    start = bytearray()

    def keep(line: bytes) -> bool:
        if (on_line is None or on_line(line)) and len(start) < _MOST_STDERR_BYTES:
            start.extend(line[:_MOST_STDERR_BYTES] + b"\n")
        return True

    await _read_lines(stream, keep, line_end=b"\n")
    return start.decode("utf-8", "replace")


async def _read_lines(
    stream: asyncio.StreamReader | None,
    on_line: LineListener,
    *,
    line_end: bytes,
    longest: int | None = None,
) -> bool:
    """Read to the end, or until no more lines are wanted; whether it was the end."""
    pieces: list[bytes] = []
    size = 0
    while stream is not None and (chunk := await stream.read(_CHUNK_BYTES)):
        first, *rest = chunk.split(line_end)
        if longest is None or size <= longest:
            pieces.append(first)
            size += len(first)
        for following in rest:
            if not on_line(b"".join(pieces)):
                return False
            pieces, size = [following], len(following)
    return on_line(last) if (last := b"".join(pieces)) else True
