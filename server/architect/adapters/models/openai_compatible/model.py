"""A model behind an address that speaks the OpenAI chat format."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from architect.adapters.models.key_source import with_key_source
from architect.adapters.models.model_faults import (
    fault_for_answer,
    fault_for_error_object,
    in_brief,
)
from architect.adapters.models.openai_compatible.client import open_client
from architect.adapters.models.openai_compatible.faults import transport_fault
from architect.adapters.models.openai_compatible.sse import SseParser, looks_like_events
from architect.adapters.models.reply_assembler import ReplyAssembler
from architect.adapters.models.reply_deadline import ReplyDeadline
from architect.adapters.models.shown_address import without_login
from architect.adapters.models.wire_messages import wire_messages
from architect.domain.errors import (
    AuthenticationFailedError,
    GarbledReplyError,
)
from architect.domain.model_exchange import ModelReply, ModelRequest, TextDelta
from architect.ports.model import ProgressListener

if TYPE_CHECKING:
    import httpx


_LONGEST_DRAIN_S = 0.25

_SNIFFED_BYTES = 16


class OpenAiCompatibleModel:
    """`wire_name` at `api_base`; one connection is opened at the first request and kept.

    `timeout_s` and `idle_s`, which is for replies that are streamed, are those of `ReplyDeadline`;
    both count connecting. `address_source` names the setting or variable that `api_base` came
    from, and `key_source` tells where the key was looked for: both are for messages.
    """

    def __init__(
        self,
        name: str,
        *,
        wire_name: str,
        api_base: str,
        api_key: str | None,
        timeout_s: float,
        idle_s: float,
        stream: bool,
        address_source: str = "llm.api_base",
        key_source: str = "",
    ) -> None:
        self._name = name
        self._wire_name = wire_name
        self._api_base = api_base
        self._api_key = api_key.strip() if api_key else None
        self._timeout_s = timeout_s
        self._idle_s = idle_s
        self._stream = stream
        self._address_source = address_source
        self._key_source = key_source
        self._client: httpx.AsyncClient | None = None
        self._opening = asyncio.Lock()

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        deadline = ReplyDeadline(
            without_login(self._api_base),
            timeout_s=self._timeout_s,
            idle_s=self._idle_s if self._stream else None,
        )
        try:
            exchange = _Exchange(
                api_base=self._api_base,
                address_source=self._address_source,
                headers=self._headers(),
                secret=self._api_key,
                stream=self._stream,
                on_text=(lambda text: on_progress(TextDelta(text))) if self._stream else _unseen,
                deadline=deadline,
            )
            async with deadline.enforced():
                client = await self._open()
                return await exchange.run(client, self._body(request))
        except AuthenticationFailedError as error:
            raise with_key_source(error, self._key_source) from error

    async def aclose(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _open(self) -> "httpx.AsyncClient":
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(
                    open_client, self._api_base, address_source=self._address_source
                )
            return self._client

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self._api_key:
            if not (self._api_key.isascii() and self._api_key.isprintable()):
                raise AuthenticationFailedError(
                    "the API key holds characters that no key has; check the variable it comes from"
                )
            headers["Authorization"] = f"Bearer {self._api_key}"
        return headers

    def _body(self, request: ModelRequest) -> bytes:
        body: dict[str, Any] = {
            "model": self._wire_name,
            "messages": wire_messages(request.messages),
        }
        if request.tools:
            body["tools"] = list(request.tools)
        if self._stream:
            body["stream"] = True
            body["stream_options"] = {"include_usage": True}
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def _unseen(text: str) -> None:
    """Nobody watches a reply that is not streamed."""


class _Exchange:
    """One request and its reply."""

    def __init__(
        self,
        *,
        api_base: str,
        address_source: str,
        headers: Mapping[str, str],
        secret: str | None,
        stream: bool,
        on_text: Callable[[str], None],
        deadline: ReplyDeadline,
    ) -> None:
        self._api_base = api_base
        self._address_source = address_source
        self._headers = headers
        self._secret = secret
        self._stream = stream
        self._deadline = deadline
        self._assembler = ReplyAssembler(on_text)

    async def run(self, client: "httpx.AsyncClient", body: bytes) -> ModelReply:
        import httpx

        url = f"{self._api_base}/chat/completions"
        answered = False
        try:
            async with client.stream("POST", url, content=body, headers=self._headers) as response:
                answered = True
                self._deadline.heard()
                return await self._read(response)
        except httpx.HTTPError as error:
            raise transport_fault(
                error,
                api_base=self._api_base,
                address_source=self._address_source,
                answered=answered,
                secret=self._secret,
            ) from error

    async def _read(self, response: "httpx.Response") -> ModelReply:
        if not response.is_success:
            body = await response.aread()
            raise fault_for_answer(
                response.status_code,
                body,
                headers=response.headers,
                secret=self._secret,
                asked_at=str(response.url),
            )
        pieces = self._heard(response.aiter_bytes())
        start = await _start_of(pieces)
        declared = "text/event-stream" in response.headers.get("content-type", "")
        # Not every server that streams calls it by its name.
        if declared or (self._stream and looks_like_events(start)):
            return await self._read_stream(start, pieces)
        return self._read_whole(start + b"".join([piece async for piece in pieces]))

    async def _heard(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        async for piece in pieces:
            self._deadline.heard()
            yield piece

    async def _read_stream(self, start: bytes, pieces: AsyncIterator[bytes]) -> ModelReply:
        parser = SseParser()
        if self._take_events(parser.feed(start)):
            await _drain(pieces)
            return self._assembler.reply(ended=True)
        async for piece in pieces:
            if self._take_events(parser.feed(piece)):
                await _drain(pieces)
                return self._assembler.reply(ended=True)
        return self._assembler.reply(ended=self._take_events(parser.end()))

    def _take_events(self, events: Iterable[str]) -> bool:
        """Take events up to the mark of the stream's end; whether it was there."""
        for event in events:
            if event.strip() == "[DONE]":
                return True
            self._take(event)
        return False

    def _read_whole(self, body: bytes) -> ModelReply:
        self._take(body.decode(errors="replace"))
        return self._assembler.reply(ended=True)

    def _take(self, text: str) -> None:
        try:
            chunk: object = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise GarbledReplyError(
                f"{without_login(self._api_base)} sent something that is not JSON: "
                f"{in_brief(text, secret=self._secret)!r}"
            ) from error
        if not isinstance(chunk, dict):
            raise GarbledReplyError(
                f"the reply is not a JSON object: {in_brief(text, secret=self._secret)!r}"
            )
        fields = cast(dict[str, Any], chunk)
        if fields.get("error"):
            raise fault_for_error_object(fields["error"], secret=self._secret)
        self._assembler.feed(fields)


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
    import httpx

    with contextlib.suppress(TimeoutError, httpx.HTTPError):
        async with asyncio.timeout(_LONGEST_DRAIN_S):
            async for _ in pieces:
                pass
