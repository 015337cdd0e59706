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
from architect.l10n import english

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

    from architect.adapters.sandbox.sandbox import Enclosure

LONGEST_MESSAGE = 64_000_000
"""Bytes; a server that sends more in one line is ended."""

MOST_UNASKED = 100_000
"""Messages; a server that sends more while we say nothing is ended."""

_PAUSE_S, _PAUSE_BYTES = 0.05, 1_000_000
"""How fast standard error is read at most."""

_LAST_WORDS_S = 0.2
"""For what is still on standard error of one that has ended."""

_LONGEST_LINE = 2_000
"""Characters of a line on standard error."""


@asynccontextmanager
async def stdio_transport(
    command: list[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    on_stderr: Callable[[str], None],
    on_end: Callable[[str], None],
    grace_s: Callable[[], float],
    enclosure: "Enclosure | None" = None,
) -> AsyncGenerator["TransportStreams"]:
    """Start a server and talk to it; it is ended, with all it has started, when this is left.

    `on_end` is called when it says no more, or too much, with the reason. `grace_s` is how long it
    has to end by itself, in seconds. The server runs in the `enclosure`.

    Raises:
        UserError: it cannot be started.
    """
    child, tree = _started(command, cwd, environment, enclosure)
    talk = _Talk(child, on_stderr, on_end)
    tasks = talk.begin()
    try:
        yield talk.incoming, talk.outgoing
    finally:
        talk.is_over = True
        await talk.outgoing.aclose()
        await talk.incoming.aclose()
        await asyncio.wait(tasks[2:], timeout=grace_s())
        ending = asyncio.create_task(end_of(child, tree.end, within_s=grace_s()))
        await asyncio.shield(ending)
        if enclosure is not None and (note := enclosure.leave()):
            on_stderr(note.strip())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        talk.close()


class _Talk:
    """Carries messages between the pipes of a server and the session of the SDK."""

    def __init__(
        self,
        child: "subprocess.Popen[bytes]",
        on_stderr: Callable[[str], None],
        on_end: Callable[[str], None],
    ) -> None:
        import anyio

        self.is_over = False
        """Nobody wants to know why it ends."""
        self._to_session, self.incoming = anyio.create_memory_object_stream[Any](8)
        self.outgoing, self._from_session = anyio.create_memory_object_stream[Any](0)
        self._child = child
        self._on_stderr = on_stderr
        self._on_end = on_end
        self._unasked = 0

    def begin(self) -> list[asyncio.Task[None]]:
        """The tasks that read messages, read errors, and write."""
        self._errors = asyncio.create_task(self._read_errors())
        return [
            asyncio.create_task(self._read()),
            self._errors,
            asyncio.create_task(self._write()),
        ]

    def close(self) -> None:
        for end in (self._to_session, self.incoming, self.outgoing, self._from_session):
            end.close()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            with suppress(OSError):
                if stream is not None:
                    stream.close()

    async def _read(self) -> None:
        import anyio

        assert self._child.stdout is not None
        reason = ""
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            async for line in _lines(self._child.stdout.fileno(), LONGEST_MESSAGE):
                self._unasked += 1
                if self._unasked > MOST_UNASKED:
                    reason = english(
                        "it sent more than {most_unasked:,} messages unasked",
                        most_unasked=MOST_UNASKED,
                    )
                    break
                await self._to_session.send(await _message(line))
        reason = reason or await self._reason_of_end()
        if not self.is_over:
            self._on_end(reason)
        await self._to_session.aclose()

    async def _reason_of_end(self) -> str:
        await asyncio.wait([self._errors], timeout=_LAST_WORDS_S)
        code = await exit_code_of(self._child)
        return (
            english("it says no more")
            if code is None
            else english("it ended with exit code {code}", code=code)
        )

    async def _read_errors(self) -> None:
        assert self._child.stderr is not None
        size = 0
        async for line in _lines(self._child.stderr.fileno(), LONGEST_MESSAGE):
            self._on_stderr(line[:_LONGEST_LINE].decode("utf-8", "replace").rstrip())
            size += len(line)
            if size > _PAUSE_BYTES:
                size = 0
                await asyncio.sleep(_PAUSE_S)

    async def _write(self) -> None:
        import anyio

        assert self._child.stdin is not None
        writer = await writer_to(self._child.stdin)
        try:
            async with self._from_session:
                async for message in self._from_session:
                    self._unasked = 0
                    text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                    writer.write(text.encode("utf-8", "surrogatepass") + b"\n")
                    await writer.drain()
        except (OSError, anyio.ClosedResourceError):
            await self._to_session.aclose()  # so that nobody waits for an answer
        finally:
            writer.close()


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
        raise UserError(
            english("{command!r} cannot be started: {reason}", command=command[0], reason=reason)
        ) from error


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
