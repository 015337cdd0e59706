"""A model whose server is asked how long its context window is."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from architect.domain.errors import ModelFault
from architect.domain.model_exchange import ModelReply, ModelRequest, WindowNotice
from architect.ports.model import Model, ProgressListener


class WindowAskingModel:
    """`model`, whose window `ask` finds out while the model works on the first request.

    Nothing waits for the answer: it is told with the reply it has come before, or not at all.
    """

    def __init__(self, model: Model, ask: Callable[[], Awaitable[int | None]]) -> None:
        self._model = model
        self._ask = ask
        self._asking: asyncio.Task[int | None] | None = None
        self._told = False

    @property
    def name(self) -> str:
        return self._model.name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        if self._asking is None:
            self._asking = asyncio.create_task(self._answer())
        reply = await self._model.complete(request, on_progress)
        if self._asking.done() and not self._told:
            self._told = True
            if (tokens := self._asking.result()) is not None:
                on_progress(WindowNotice(tokens))
        return reply

    async def aclose(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            with suppress(asyncio.CancelledError):
                await self._asking
        await self._model.aclose()

    async def _answer(self) -> int | None:
        with suppress(ModelFault):
            return await self._ask()
        return None
