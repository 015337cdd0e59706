"""The talk with an editor after `initialize`, on an event loop."""

import asyncio
import contextlib
import gc
import signal
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from architect.jsonrpc.message_reader import MessageReader
from architect.jsonrpc.message_writer import MessageWriter
from architect.jsonrpc.parent_watch import death_of
from architect.jsonrpc.stdio import Streams
from architect.lsp.transport.handshake import Handshake
from architect.lsp.transport.server_interface import OpenServer, ServerInterface
from architect.ports.crash_log import CrashLog

if TYPE_CHECKING:
    from architect.lsp.transport.protocol import ArchitectProtocol

CLEAN_UP_S = 5.0
FLUSH_S = 1.0
LAST_TASKS_S = 0.5
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def converse(
    streams: Streams, handshake: Handshake, load: Callable[[], OpenServer], crash_log: CrashLog
) -> bool:
    """Whether the editor said `shutdown` before it left.

    The loop stays open: closing it waits for every thread, and the process is going to end at once.
    """
    loop = asyncio.new_event_loop()
    return loop.run_until_complete(_converse(streams, handshake, load, crash_log))


async def _converse(
    streams: Streams, handshake: Handshake, load: Callable[[], OpenServer], crash_log: CrashLog
) -> bool:
    loop = asyncio.get_running_loop()
    broken, signalled = asyncio.Event(), asyncio.Event()
    _obey_signals(signalled)
    loop.set_exception_handler(lambda _, context: _keep(crash_log, context))
    reader = MessageReader(streams.source, handshake.decoder, handshake.frames)
    reader.start()
    writer = MessageWriter(streams.sink, lambda: loop.call_soon_threadsafe(broken.set))
    writer.start()
    protocol, open_server = await asyncio.to_thread(_import, writer, crash_log, load)
    server = open_server(handshake.params, handshake.features, protocol)
    end_server = _once(lambda: _end(server))
    _register(protocol, server, end_server)
    try:
        await _first_of(
            _deliver(reader, protocol),
            protocol.exited.wait(),
            broken.wait(),
            signalled.wait(),
            death_of(handshake.features.process_id),
        )
    finally:
        protocol.lose()
        await end_server()
        await _cancel_all()
        writer.flush(FLUSH_S)
    return protocol.was_shut_down


def _import(
    writer: MessageWriter, crash_log: CrashLog, load: Callable[[], OpenServer]
) -> "tuple[ArchitectProtocol, OpenServer]":
    """Import what is heavy; it makes many objects and no garbage."""
    gc.disable()
    try:
        from architect.lsp.transport.protocol import make_protocol

        return make_protocol(writer, crash_log), load()
    finally:
        gc.freeze()
        gc.enable()


def _register(
    protocol: "ArchitectProtocol",
    server: ServerInterface,
    end_server: Callable[[], Awaitable[None]],
) -> None:
    for method, handler in server.requests.items():
        protocol.on_request(method, handler)
    for method, handler in server.notifications.items():
        protocol.on_notification(method, handler)
    for name, handler in server.commands.items():
        protocol.on_command(name, handler)
    protocol.on_shutdown(end_server)


async def _deliver(reader: MessageReader, protocol: "ArchitectProtocol") -> None:
    async for message in reader.messages():
        protocol.handle_message(message)
        await asyncio.sleep(0)  # a request begins before the next message changes anything


async def _end(server: ServerInterface) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLEAN_UP_S):
            await server.shutdown()


def _once(begin: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], Awaitable[None]]:
    """A function that starts `begin` at its first call and waits for that one at every call."""
    tasks: list[asyncio.Task[None]] = []

    def call() -> Awaitable[None]:
        if not tasks:
            tasks.append(asyncio.get_running_loop().create_task(begin()))
        return asyncio.shield(tasks[0])

    return call


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
    """What nobody awaited; asyncio would print a traceback into the editor's log."""
    bug = context.get("exception")
    if isinstance(bug, Exception):
        crash_log.keep(bug)


def _obey_signals(signalled: asyncio.Event) -> None:
    for number in ENDING_SIGNALS:
        # A parent that has a signal ignored, as nohup does, means it.
        if signal.getsignal(number) is not signal.SIG_IGN:
            asyncio.get_running_loop().add_signal_handler(number, signalled.set)
