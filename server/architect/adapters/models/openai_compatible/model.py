"""A model behind an address that speaks one of the formats of OpenAI."""

import asyncio

from architect.adapters.models.faults.key_source import with_key_source
from architect.adapters.models.faults.shown_address import without_login
from architect.adapters.models.hosts import authorization
from architect.adapters.models.http.exchanges import HttpClient
from architect.adapters.models.openai_compatible.client import open_client
from architect.adapters.models.openai_compatible.exchange import Exchange
from architect.adapters.models.openai_compatible.wire_format import WireFormat
from architect.adapters.models.reply_deadline import ReplyDeadline
from architect.adapters.models.request_options import NO_OPTIONS, RequestOptions
from architect.domain.errors import AuthenticationFailedError, RequestRejectedError
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.l10n import english
from architect.ports.model import ProgressListener

_MOST_CHANGES = 8
"""More refusals than that of one request are not about its form."""

_NO_STREAM = "must be verified to stream"
"""What OpenAI says to organizations that it does not know enough of, about its larger models."""

_learned: dict[tuple[str, str], list[str]] = {}
"""Refusals that changed how a model is spoken to, by its address and name, in this process: the
next run begins where they led."""


class OpenAiCompatibleModel:
    """What speaks `wire` at `api_base`; one connection is opened at the first request and kept.

    `timeout_s` and `idle_s`, which is for replies that are streamed, are those of `ReplyDeadline`;
    both count connecting. `address_source` names the setting or variable that `api_base` came
    from, and `key_source` tells where the key was looked for: both are for messages.
    """

    def __init__(
        self,
        name: str,
        wire: WireFormat,
        *,
        api_base: str,
        api_key: str | None,
        timeout_s: float,
        idle_s: float,
        stream: bool,
        address_source: str = "llm.api_base",
        key_source: str = "",
        options: RequestOptions = NO_OPTIONS,
    ) -> None:
        self._name = name
        self._api_base = api_base
        self._wire = wire
        self._api_key = api_key.strip() if api_key else None
        self._timeout_s = timeout_s
        self._idle_s = idle_s
        self._stream = stream
        self._address_source = address_source
        self._key_source = key_source
        self._options = options
        self._refusals: list[str] = []
        self._client: HttpClient | None = None
        self._opening = asyncio.Lock()
        for refusal in _learned.get((api_base, name), ()):
            self._heed(refusal)

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        for _ in range(_MOST_CHANGES):
            try:
                return await self._reply(request, on_progress)
            except RequestRejectedError as error:
                if not self._heed(str(error)):
                    raise
                self._refusals.append(str(error))
        return await self._reply(request, on_progress)

    def _heed(self, refusal: str) -> bool:
        """Whether a refusal says how to ask otherwise, which is done from now on."""
        if self._stream and _NO_STREAM in refusal:
            self._stream = False
            return True
        changed = self._wire.after_refusal(refusal)
        self._wire = changed or self._wire
        return changed is not None

    async def _reply(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        """The reply; that there is one shows that what was learned from refusals is right."""
        reply = await self._ask(request, on_progress)
        if self._refusals and self._wire.holds_for_all:
            _learned.setdefault((self._api_base, self._name), []).extend(self._refusals)
        self._refusals.clear()
        return reply

    async def _ask(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        deadline = ReplyDeadline(
            without_login(self._api_base),
            timeout_s=self._timeout_s,
            idle_s=self._idle_s if self._stream else None,
        )
        try:
            exchange = Exchange(
                self._wire,
                self._options,
                api_base=self._api_base,
                address_source=self._address_source,
                headers=self._headers(),
                secret=self._api_key,
                stream=self._stream,
                on_progress=on_progress,
                deadline=deadline,
            )
            async with deadline.enforced():
                client = await self._open()
                return await exchange.run(client, request)
        except AuthenticationFailedError as error:
            raise with_key_source(error, self._key_source) from error

    async def aclose(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _open(self) -> HttpClient:
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(
                    open_client, self._api_base, address_source=self._address_source
                )
            return self._client

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self._api_key and not (self._api_key.isascii() and self._api_key.isprintable()):
            raise AuthenticationFailedError(
                english(
                    "the API key holds characters that no key has; check the variable it comes from"
                )
            )
        headers |= authorization(self._api_key, self._api_base)
        return {**headers, **self._options.extra_headers}
