"""The talk with an editor after `initialize`, on an event loop."""

import asyncio
import gc
import linecache
from collections.abc import Callable
from typing import TYPE_CHECKING

from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.serving import serve_endpoint
from architect.jsonrpc.stdio import Streams
from architect.lsp.transport.dialect import LSP
from architect.lsp.transport.handshake import Handshake
from architect.lsp.transport.server_interface import OpenServer
from architect.ports.crash_log import CrashLog

if TYPE_CHECKING:
    from architect.lsp.transport.protocol import ArchitectProtocol


def converse(
    streams: Streams, handshake: Handshake, load: Callable[[], OpenServer], crash_log: CrashLog
) -> bool:
    """Whether the editor said `shutdown` before it left."""

    async def open_protocol(connection: StreamConnection) -> "ArchitectProtocol":
        protocol, open_server = await asyncio.to_thread(_import, connection, crash_log, load)
        protocol.bind(open_server(handshake.params, handshake.features, connection))
        return protocol

    protocol = serve_endpoint(
        streams,
        LSP,
        open_protocol,
        crash_log=crash_log,
        decoder=handshake.decoder,
        frames=handshake.frames,
        parent=handshake.features.process_id,
    )
    return protocol.was_shut_down


def _import(
    connection: StreamConnection, crash_log: CrashLog, load: Callable[[], OpenServer]
) -> "tuple[ArchitectProtocol, OpenServer]":
    """Import what is heavy; it makes many objects and no garbage."""
    gc.disable()
    try:
        from architect.lsp.transport.protocol import make_protocol

        _forget_generated_sources()
        return make_protocol(connection, crash_log), load()
    finally:
        gc.freeze()
        gc.enable()


def _forget_generated_sources() -> None:
    """Let go of the sources that attrs keeps of every method it wrote for lsprotocol: 1.7 MB.

    Only tracebacks through such a method would show them.
    """
    for name in list(linecache.cache):  # at once: another thread may add to it
        if name.startswith("<attrs generated"):
            linecache.cache.pop(name, None)
