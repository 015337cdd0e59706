"""Our end of a connection: what is sent, and when it is over."""

import asyncio
from typing import Any

from architect.jsonrpc import json_rpc
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.json_bodies import encoded
from architect.jsonrpc.json_rpc import ErrorAnswer, Message, MessageId
from architect.jsonrpc.message_writer import MessageWriter
from architect.jsonrpc.outgoing_requests import OutgoingRequests


class StreamConnection:
    """A `Client` behind a stream."""

    def __init__(self, writer: MessageWriter, dialect: Dialect) -> None:
        self._writer = writer
        self._dialect = dialect
        self._own = OutgoingRequests(self.send, dialect)
        self._ended = asyncio.Event()

    def notify(self, method: str, params: Any, *, droppable: bool = False) -> None:
        """Send a notification; a droppable one only while the other end keeps up with reading."""
        if not self._own.is_lost and not (droppable and self._writer.congested):
            self.send(json_rpc.notification(method, self._dialect.outgoing(method, params)))

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        outgoing = self._dialect.outgoing(method, params)
        return await self._own.ask(method, outgoing, timeout_s=timeout_s)

    def answer(self, id_: MessageId, result: Any) -> None:
        """Send a result.

        Raises:
            TypeError, ValueError: it is no JSON.
        """
        self.send(json_rpc.result(id_, result))

    def refuse(self, id_: MessageId | None, error: ErrorAnswer) -> None:
        self.send(json_rpc.error(id_, error.code, error.message, data=error.data))

    def answered(self, response: json_rpc.Response) -> None:
        """The other end answered a request of ours."""
        self._own.answered(response.id, response.result, response.error)

    def end(self) -> None:
        """There is nothing more to talk about."""
        self._ended.set()

    async def ended(self) -> None:
        """Wait until one of us has said that this is the end."""
        await self._ended.wait()

    def lose(self) -> None:
        """Nobody answers any more, and nobody listens to notifications."""
        self._own.lose()

    def send(self, message: Message) -> None:
        """Send a whole message, as somebody else has made it."""
        self._writer.write(self._dialect.framing.framed(encoded(message)))
