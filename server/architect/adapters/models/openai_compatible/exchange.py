"""One request over HTTP and its reply, in whatever format."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any, cast

from architect.adapters.models.faults.provider_faults import (
    fault_for_answer,
    fault_for_error_object,
    in_brief,
)
from architect.adapters.models.faults.shown_address import without_login
from architect.adapters.models.faults.transport import transport_fault
from architect.adapters.models.http.bounded import beginning, bounded, whole
from architect.adapters.models.http.exchanges import (
    HttpClient,
    HttpError,
    HttpResponse,
    is_success,
)
from architect.adapters.models.openai_compatible.json_lines import LineParser
from architect.adapters.models.openai_compatible.request_body import request_body
from architect.adapters.models.openai_compatible.sse import SseParser, looks_like_events
from architect.adapters.models.openai_compatible.wire_format import WireFormat
from architect.adapters.models.reply_deadline import ReplyDeadline
from architect.adapters.models.request_options import RequestOptions
from architect.domain.errors import GarbledReplyError
from architect.domain.model_exchange import ModelProgress, ModelReply, ModelRequest
from architect.l10n import english
from architect.ports.model import ProgressListener

_LONGEST_DRAIN_S = 0.25

_SNIFFED_BYTES = 16

_MOST_OF_STREAM = 500_000_000
"""A stream may take a hundred times what it says: 300 bytes for a token."""

_MOST_OF_PIECE = 100_000_000
"""Of a reply in one piece, or of one piece of a stream."""

_MOST_OF_ERROR = 1_000_000
_THE_REPLY = english("the reply of the provider")


class Exchange:
    """One request and its reply; `on_progress` hears of a reply that is streamed."""

    def __init__(
        self,
        wire: WireFormat,
        options: RequestOptions,
        *,
        api_base: str,
        address_source: str,
        headers: Mapping[str, str],
        secret: str | None,
        stream: bool,
        on_progress: ProgressListener,
        deadline: ReplyDeadline,
    ) -> None:
        self._wire = wire
        self._options = options
        self._api_base = api_base
        self._address_source = address_source
        self._headers = headers
        self._secret = secret
        self._stream = stream
        self._deadline = deadline
        self._assembler = wire.assembler(on_progress if stream else _unseen)

    async def run(self, client: HttpClient, request: ModelRequest) -> ModelReply:
        """Send `request` and read the reply to its end.

        Raises:
            ModelFault: there is none.
        """
        url = f"{self._api_base}{self._wire.path}"
        body = _encoded(request_body(self._wire, request, self._options, stream=self._stream))
        answered = False
        try:
            async with client.stream("POST", url, content=body, headers=self._headers) as response:
                answered = True
                self._deadline.heard()
                return await self._read(response)
        except HttpError as error:
            raise transport_fault(
                error,
                api_base=self._api_base,
                address_source=self._address_source,
                answered=answered,
                secret=self._secret,
            ) from error

    async def _read(self, response: HttpResponse) -> ModelReply:
        if not is_success(response):
            body = await beginning(response.pieces(), most_bytes=_MOST_OF_ERROR)
            raise fault_for_answer(
                response.status,
                body,
                headers=response.headers,
                secret=self._secret,
                asked_at=response.url,
            )
        pieces = self._heard(response.pieces())
        start = await _start_of(pieces)
        declared = "text/event-stream" in response.headers.get("content-type", "")
        # Not every server that streams calls it by its name.
        if declared or (self._stream and looks_like_events(start)):
            return await self._read_stream(SseParser(), start, pieces)
        if "ndjson" in response.headers.get("content-type", ""):
            return await self._read_stream(LineParser(), start, pieces)
        left = max(0, _MOST_OF_PIECE - len(start))
        rest = await whole(pieces, most_bytes=left, what=_THE_REPLY)
        return self._read_whole(start + rest)

    async def _heard(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        async for piece in bounded(pieces, most_bytes=_MOST_OF_STREAM, what=_THE_REPLY):
            self._deadline.heard()
            yield piece

    async def _read_stream(
        self, parser: SseParser | LineParser, start: bytes, pieces: AsyncIterator[bytes]
    ) -> ModelReply:
        if self._take_events(parser.feed(start)):
            await _drain(pieces)
            return self._assembler.reply(ended=True)
        size = len(start)
        async for piece in pieces:
            events = list(parser.feed(piece))
            size = 0 if events else size + len(piece)
            if size > _MOST_OF_PIECE:
                raise GarbledReplyError(
                    english("a piece of the reply of the provider does not end")
                )
            if self._take_events(events):
                await _drain(pieces)
                return self._assembler.reply(ended=True)
        return self._assembler.reply(ended=self._take_events(parser.end()))

    def _take_events(self, events: Iterable[str]) -> bool:
        """Take events up to the mark of the stream's end; whether it was there."""
        return any(event.strip() == "[DONE]" or self._take(event) for event in events)

    def _read_whole(self, body: bytes) -> ModelReply:
        self._take(body.decode(errors="replace"))
        return self._assembler.reply(ended=True)

    def _take(self, text: str) -> bool:
        """Take one piece of the reply; whether it says that it is the last."""
        try:
            chunk: object = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise GarbledReplyError(
                english(
                    "{place} sent something that is not JSON: {text!r}",
                    place=without_login(self._api_base),
                    text=in_brief(text, secret=self._secret),
                )
            ) from error
        if not isinstance(chunk, dict):
            raise GarbledReplyError(
                english(
                    "the reply is not a JSON object: {text!r}",
                    text=in_brief(text, secret=self._secret),
                )
            )
        fields = cast(dict[str, Any], chunk)
        if error := self._wire.error_in(fields):
            raise fault_for_error_object(error, secret=self._secret)
        self._assembler.feed(fields)
        if self._wire.thinks(fields):
            self._deadline.think()
        return self._wire.is_last(fields)


def _encoded(body: dict[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def _unseen(progress: ModelProgress) -> None:
    """Nobody watches a reply that is not streamed."""


async def _start_of(pieces: AsyncIterator[bytes]) -> bytes:
    """Enough of the answer to see what it is."""
    start = b""
    async for piece in pieces:
        start += piece
        if len(start.lstrip()) >= _SNIFFED_BYTES:
            break
    return start


async def _drain(pieces: AsyncIterator[bytes]) -> None:
    """Read what follows the mark of the end: only a response read to its end frees its connection.

    A server that then neither sends nor ends anything costs no more than the connection.
    """
    with contextlib.suppress(TimeoutError, HttpError):
        async with asyncio.timeout(_LONGEST_DRAIN_S):
            async for _ in pieces:
                pass
