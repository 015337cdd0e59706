"""A model whose replies are kept, so that the same request is not sent twice."""

import hashlib
import json
from dataclasses import asdict, replace

from architect.adapters.models.reply_cache.store import ReplyStore
from architect.domain.model_exchange import (
    FinishReason,
    ModelReply,
    ModelRequest,
    ReasoningDelta,
    TextDelta,
)
from architect.domain.usage import Usage
from architect.ports.model import Model, ProgressListener

_WHOLE = (FinishReason.STOP, FinishReason.TOOL_CALLS)


class CachedModel:
    """`inner`, unless `store` knows the reply to exactly this request.

    `settings` is what shapes replies besides the request, such as address, effort and temperature;
    keys are no part of it.
    """

    def __init__(self, inner: Model, store: ReplyStore, settings: str) -> None:
        self._inner = inner
        self._store = store
        self._settings = settings

    @property
    def name(self) -> str:
        return self._inner.name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        key = self._key(request)
        known = await self._store.load(key)
        if known is not None:
            if known.reasoning:
                on_progress(ReasoningDelta(known.reasoning))
            if known.text:
                on_progress(TextDelta(known.text))
            return replace(known, usage=Usage(), cached=True)
        reply = await self._inner.complete(request, on_progress)
        if reply.finish in _WHOLE and (reply.text.strip() or reply.calls):
            await self._store.keep(key, reply)
        return reply

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _key(self, request: ModelRequest) -> str:
        """The SHA-256 of all that the model gets to see, whichever conversation it is."""
        content = [
            self._settings,
            self._inner.name,
            [[type(message).__name__, asdict(message)] for message in request.messages],
            request.tools,
            request.withheld,
        ]
        text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
