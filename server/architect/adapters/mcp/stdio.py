"""The standard streams of a server that we start: a message of JSON-RPC in each line.

https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio. The SDK's own
would keep a line without an end in memory, and leave processes behind that have moved away.
"""

import asyncio
import subprocess
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from architect.adapters.process.pipes import (
    CHUNK_BYTES,
    chunks,
    end_of,
    exit_code_of,
    writer_to,
)
from architect.adapters.process.process_tree import ProcessTree, start_tree
from architect.domain.errors import UserError

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

    from architect.adapters.sandbox.sandbox import Enclosure

LONGEST_MESSAGE = 64_000_000
"""Bytes; a server that sends more in one line is ended."""

_LONGEST_LINE = 2_000
"""Characters of a line on standard error."""


@asynccontextmanager
async def stdio_transport(
    command: list[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    on_stderr: Callable[[str], None],
    on_end: Callable[[int | None], None],
    grace_s: Callable[[], float],
    enclosure: "Enclosure | None" = None,
) -> AsyncGenerator["TransportStreams"]:
    """Start a server and talk to it; it is ended, with all it has started, when this is left.

    `on_end` is called when it says no more, with its exit code if it has one by then. `grace_s` is
    how long it has to end by itself, in seconds. The server runs in the `enclosure`.

    Raises:
        UserError: it cannot be started.
    """
    import anyio

    child, tree = _started(command, cwd, environment, enclosure)
    assert child.stdin is not None and child.stdout is not None and child.stderr is not None
    to_session, incoming = anyio.create_memory_object_stream[Any](8)
    outgoing, from_session = anyio.create_memory_object_stream[Any](0)

    async def read() -> None:
        assert child.stdout is not None
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            async for line in _lines(child.stdout.fileno(), LONGEST_MESSAGE):
                await to_session.send(await _message(line))
        on_end(await exit_code_of(child))
        await to_session.aclose()

    async def read_errors() -> None:
        assert child.stderr is not None
        async for line in _lines(child.stderr.fileno(), LONGEST_MESSAGE):
            on_stderr(line[:_LONGEST_LINE].decode("utf-8", "replace").rstrip())

    async def write() -> None:
        assert child.stdin is not None
        writer = await writer_to(child.stdin)
        try:
            async with from_session:
                async for message in from_session:
                    text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                    writer.write(text.encode("utf-8", "surrogatepass") + b"\n")
                    await writer.drain()
        except (OSError, anyio.ClosedResourceError):
            await to_session.aclose()  # so that nobody waits for an answer
        finally:
            writer.close()

    tasks = [asyncio.create_task(each()) for each in (read, read_errors, write)]
    try:
        yield incoming, outgoing
    finally:
        await outgoing.aclose()
        await incoming.aclose()
        await asyncio.wait(tasks[2:], timeout=grace_s())
        ending = asyncio.create_task(end_of(child, tree.end, within_s=grace_s()))
        await asyncio.shield(ending)
        if enclosure is not None and (note := enclosure.leave()):
            on_stderr(note.strip())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for end in (to_session, incoming, outgoing, from_session):
            end.close()
        for stream in (child.stdin, child.stdout, child.stderr):
            with suppress(OSError):
                stream.close()


def _started(
    command: list[str],
    cwd: Path,
    environment: Mapping[str, str],
    enclosure: "Enclosure | None",
) -> tuple["subprocess.Popen[bytes]", ProcessTree]:
    try:
        nowhere: tuple[tuple[str, ...], tuple[int, ...]] = (), ()
        opened = nullcontext(nowhere) if enclosure is None else enclosure.opened()
        with opened as (prefix, passed):
            return start_tree(
                [*prefix, *command],
                cwd=cwd,
                environment=environment,
                stdin=subprocess.PIPE,
                passed=passed,
            )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UserError(f"{command[0]!r} cannot be started: {reason}") from error


async def _lines(descriptor: int, most: int) -> AsyncGenerator[bytes]:
    """The lines of a pipe until its end, or until one is longer than `most`."""
    parts: list[bytes] = []
    size = 0
    async for chunk in chunks(descriptor):
        *whole, rest = chunk.split(b"\n")
        for line in whole:
            yield b"".join((*parts, line))
            parts, size = [], 0
        parts.append(rest)
        size += len(rest)
        if size > most:
            return


async def _message(line: bytes) -> Any:
    """What a line says, in a thread if that takes long; an error if it is no message."""
    import mcp_types
    from mcp.shared.message import SessionMessage

    parse = mcp_types.jsonrpc_message_adapter.validate_json
    try:
        if len(line) > CHUNK_BYTES:
            message = await asyncio.to_thread(parse, line, by_name=False)
        else:
            message = parse(line, by_name=False)
    except ValueError as error:
        return error
    return SessionMessage(message)
