"""A front end on a connection, from its first message to its last, on an event loop."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.framing import Frame, FrameDecoder
from architect.jsonrpc.message_reader import MessageReader
from architect.jsonrpc.message_writer import MessageWriter
from architect.jsonrpc.parent_watch import death_of
from architect.jsonrpc.stdio import Streams
from architect.ports.crash_log import CrashLog

CLEAN_UP_S = 5.0
FLUSH_S = 1.0
LAST_TASKS_S = 0.5
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Endpoint(Protocol):
    """What takes the messages of a connection."""

    def handle(self, message: Any) -> None:
        """Take a decoded body, or a `BrokenFrame`, without waiting for anything."""
        ...

    async def shutdown(self) -> None:
        """End everything that runs; called for whatever reason, and has 5 s."""
        ...


E = TypeVar("E", bound=Endpoint)


def serve_endpoint(
    streams: Streams,
    dialect: Dialect,
    open_endpoint: Callable[[StreamConnection], Awaitable[E]],
    *,
    crash_log: CrashLog,
    decoder: FrameDecoder | None = None,
    frames: Sequence[Frame] = (),
    parent: int | None = None,
) -> E:
    """Talk until the stream ends or breaks, the endpoint ends the connection, or a signal comes.

    Messages are read on from `decoder`, if that has read some already; `frames` it has cut, but
    nobody has looked at them. The death of the process `parent` is an end, too. The loop stays
    open: closing it waits for every thread, and the process is going to end at once.
    """
    decoder = decoder or dialect.framing.decoder()

    async def talk() -> E:
        reader = MessageReader(streams.source, decoder, list(frames))
        reader.start()
        return await _talk(reader, streams.sink, dialect, open_endpoint, crash_log, parent)

    return asyncio.new_event_loop().run_until_complete(talk())


async def _talk(
    reader: MessageReader,
    sink: int,
    dialect: Dialect,
    open_endpoint: Callable[[StreamConnection], Awaitable[E]],
    crash_log: CrashLog,
    parent: int | None,
) -> E:
    loop = asyncio.get_running_loop()
    broken, signalled = asyncio.Event(), asyncio.Event()
    _obey_signals(signalled)
    loop.set_exception_handler(lambda _, context: _keep(crash_log, context))
    writer = MessageWriter(sink, lambda: loop.call_soon_threadsafe(broken.set))
    writer.start()
    connection = StreamConnection(writer, dialect)
    endpoint = await open_endpoint(connection)
    try:
        await _first_of(
            _deliver(reader, endpoint),
            connection.ended(),
            broken.wait(),
            signalled.wait(),
            death_of(parent),
        )
    finally:
        connection.lose()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLEAN_UP_S):
                await endpoint.shutdown()
        await _cancel_all()
        writer.flush(FLUSH_S)
    return endpoint


async def _deliver(reader: MessageReader, endpoint: Endpoint) -> None:
    async for message in reader.messages():
        endpoint.handle(message)
        await asyncio.sleep(0)  # a request begins before the next message changes anything


async def _first_of(*waits: Coroutine[Any, Any, object]) -> None:
    """Wait until one of them is over; an exception of its is raised."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    for task in done:
        task.result()


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=LAST_TASKS_S)


def _keep(crash_log: CrashLog, context: dict[str, Any]) -> None:
    """What nobody awaited; asyncio would print a traceback where front ends keep a log."""
    bug = context.get("exception")
    if isinstance(bug, Exception):
        crash_log.keep(bug)


def _obey_signals(signalled: asyncio.Event) -> None:
    for number in ENDING_SIGNALS:
        # A parent that has a signal ignored, as nohup does, means it.
        if signal.getsignal(number) is not signal.SIG_IGN:
            asyncio.get_running_loop().add_signal_handler(number, signalled.set)
