"""One client on standard streams, from its first message to its last."""

import asyncio
import math
from typing import TYPE_CHECKING, Any

from architect.bootstrap.runtime import crash_log
from architect.jsonrpc import json_rpc
from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.json_lines import LINES
from architect.jsonrpc.json_rpc import ErrorAnswer, Malformed
from architect.jsonrpc.serving import serve_endpoint
from architect.jsonrpc.stdio import Streams
from architect.mcp_server.runs import Runs
from architect.mcp_server.sdk_server import make_server
from architect.mcp_server.served_folder import ServedFolder
from architect.mcp_server.tool_list import served_tools

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server


def serve_stdio(streams: Streams, folder: ServedFolder) -> None:
    """Talk to the client until it leaves."""

    async def open_endpoint(connection: StreamConnection) -> McpEndpoint:
        return McpEndpoint(connection, Runs(folder))

    serve_endpoint(streams, _MCP, open_endpoint, crash_log=crash_log())


class McpEndpoint:
    """The `Endpoint` of a client: it hands messages to the SDK, and sends what that answers."""

    def __init__(self, connection: StreamConnection, runs: Runs) -> None:
        import anyio
        from mcp.shared.message import SessionMessage

        self._connection = connection
        self._runs = runs
        server = make_server(served_tools(runs), crash_log())
        messages = anyio.create_memory_object_stream[SessionMessage | Exception]
        answers = anyio.create_memory_object_stream[SessionMessage]
        self._to_server, incoming = messages(math.inf)
        outgoing, self._from_server = answers(math.inf)
        self._tasks = (
            asyncio.create_task(_serve(server, incoming, outgoing)),
            asyncio.create_task(self._send()),
        )

    def handle(self, message: Any) -> None:
        from mcp.shared.message import SessionMessage
        from mcp_types import jsonrpc_message_adapter
        from pydantic import ValidationError

        read = json_rpc.read(message)
        if isinstance(read, Malformed):
            self._connection.refuse(read.id, ErrorAnswer(read.code, read.reason))
            return
        try:
            known = jsonrpc_message_adapter.validate_python(message, by_name=False)
        except ValidationError:
            reason = "this is no message of the protocol"
            self._connection.refuse(None, ErrorAnswer(json_rpc.INVALID_REQUEST, reason))
            return
        self._to_server.send_nowait(SessionMessage(known))

    async def shutdown(self) -> None:
        await self._runs.close()

    async def _send(self) -> None:
        async for message in self._from_server:
            plain = message.message.model_dump(by_alias=True, mode="json", exclude_unset=True)
            self._connection.send(plain)


async def _serve(server: "Server[Any]", incoming: Any, outgoing: Any) -> None:
    """Answer as MCP does since 2024; clients of a later kind notice that and come back to it.

    They would have no way to be asked something in the middle of a call.
    """
    from mcp.server.runner import serve_loop

    await serve_loop(server, incoming, outgoing, lifespan_state={})


_MCP = Dialect(
    framing=LINES,
    other_end="the client",
    withdrawal=lambda own_id: json_rpc.notification(
        "notifications/cancelled", {"requestId": own_id}
    ),
    outgoing=lambda _, params: params,
)
"""https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio"""
