"""One connection, and one exchange after the other on it."""

import asyncio
import contextlib
import select
import ssl
from collections.abc import AsyncIterator

import h11

from architect.adapters.models.http.address import Address
from architect.adapters.models.http.exchanges import HttpError
from architect.l10n import english

_READ_BYTES = 1 << 16
_LONGEST_HEADERS = 100 * 1024
_NEXT_ADDRESS_S = 0.25
"""A host with several addresses is tried at the next one after so long, as RFC 8305 has it."""

NOBODY = english("nothing answers there")


class Connection:
    """Bytes to and from a server, as events of HTTP/1.1."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LONGEST_HEADERS)
        self.idle_since = 0.0

    async def send(self, request: h11.Request, content: bytes) -> None:
        """Send a whole request; a server that has heard enough of it may have answered already.

        Raises:
            HttpError: the request is none.
        """
        try:
            parts = [self._http.send(request)]
            if content:
                parts.append(self._http.send(h11.Data(data=content)))
            parts.append(self._http.send(h11.EndOfMessage()))
        except h11.LocalProtocolError as error:
            raise HttpError(str(error)) from error
        self._writer.writelines([part for part in parts if part])
        with contextlib.suppress(ConnectionError):
            await self._writer.drain()

    async def response(self) -> h11.Response:
        """The head of the answer.

        Raises:
            HttpError: there is none.
        """
        while True:
            event = await self._event()
            if isinstance(event, h11.Response):
                return event

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body of the answer.

        Raises:
            HttpError: it breaks off.
        """
        while not isinstance(event := await self._event(), h11.EndOfMessage):
            if isinstance(event, h11.Data):
                yield bytes(event.data)

    async def _event(self) -> h11.Event:
        try:
            while (event := self._http.next_event()) is h11.NEED_DATA:
                piece = await self._reader.read(_READ_BYTES)
                if not piece and self._http.their_state is h11.SEND_RESPONSE:
                    raise HttpError("Server disconnected without sending a response.")
                self._http.receive_data(piece)
        except (h11.RemoteProtocolError, OSError) as error:
            raise HttpError(str(error) or type(error).__name__) from error
        if isinstance(event, h11.Event):
            return event
        raise HttpError("Server disconnected without sending a response.")

    @property
    def _transport(self) -> asyncio.Transport:
        transport = self._writer.transport
        assert isinstance(transport, asyncio.Transport), "open_connection gives both directions"
        return transport

    def ready_again(self) -> bool:
        """Whether the exchange is over and another one can follow, which begins here."""
        is_over = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        if not is_over or self._http.trailing_data[0]:
            return False
        self._http.start_next_cycle()
        # What is said now answers nothing: it stays in the socket, where `is_usable` sees it.
        self._transport.pause_reading()
        return True

    def is_usable(self) -> bool:
        """Whether the server has been silent since the last exchange; it may have closed."""
        transport = self._transport
        if transport.is_closing() or self._reader.at_eof():
            return False
        poll = select.poll()
        poll.register(transport.get_extra_info("socket").fileno(), select.POLLIN)
        if poll.poll(0):
            return False
        transport.resume_reading()
        return True

    def close(self) -> None:
        """Let go of it at once, whatever the server still says."""
        self._writer.transport.abort()

    async def closed(self) -> None:
        """Wait until it is, after `close`."""
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


async def connect(address: Address, trust: ssl.SSLContext | None) -> Connection:
    """A connection to `address`, of which `trust` says whom to believe if it speaks TLS.

    Raises:
        HttpError: there is none; the text says why.
    """
    secure = trust if address.scheme == "https" else None
    # Plain HTTP is spoken with servers nearby, of which no address keeps anybody waiting.
    delay_s = _NEXT_ADDRESS_S if secure else None
    try:
        streams = await asyncio.open_connection(
            address.host, address.port, ssl=secure, happy_eyeballs_delay=delay_s
        )
    except (OSError, UnicodeError) as error:
        raise HttpError(_reason(error)) from error
    return Connection(*streams)


def _reason(error: Exception) -> str:
    text = str(error) or type(error).__name__
    return NOBODY if "Connect call failed" in text else text
