"""A model that others stand in for."""

import asyncio
from collections.abc import Sequence

from architect.domain.errors import ModelFault
from architect.domain.model_exchange import ModelReply, ModelRequest, SwitchNotice, WindowNotice
from architect.frozen import frozen
from architect.policy.fallback import takes_over
from architect.ports.model import Model, ProgressListener


@frozen
class Substitute:
    """A model that may take over, and the tokens of its context window."""

    model: Model
    window_tokens: int


class FallbackModel:
    """`first`, until it stays overloaded or is gone; then the next of `others`, to the end.

    Whoever has taken over stays: a conversation that changes back and forth is in no cache.
    """

    def __init__(self, first: Model, others: Sequence[Substitute]) -> None:
        self._model = first
        self._left = list(others)
        self._all = (first, *(other.model for other in others))

    @property
    def name(self) -> str:
        return self._model.name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        while True:
            try:
                return await self._model.complete(request, on_progress)
            except ModelFault as fault:
                if not self._left or not takes_over(fault):
                    raise
                self._switch(str(fault), on_progress)

    async def aclose(self) -> None:
        await asyncio.gather(*(model.aclose() for model in self._all))

    def _switch(self, reason: str, on_progress: ProgressListener) -> None:
        before, substitute = self._model.name, self._left.pop(0)
        self._model = substitute.model
        on_progress(SwitchNotice(before, self._model.name, reason))
        on_progress(WindowNotice(substitute.window_tokens))
