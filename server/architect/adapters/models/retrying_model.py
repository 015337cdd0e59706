"""A model that sends a request again when the failure may pass."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from architect.domain.errors import ModelFault
from architect.domain.model_exchange import ModelReply, ModelRequest, RetryNotice
from architect.policy.retry import FIRST_DELAY_S, retry_delay_s
from architect.ports.model import Model, ProgressListener


class RetryingModel:
    """`model`, with up to `retries` more attempts after transient faults."""

    def __init__(
        self,
        model: Model,
        *,
        retries: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        base_s: float = FIRST_DELAY_S,
    ) -> None:
        self._model = model
        self._retries = retries
        self._sleep = sleep
        self._base_s = base_s

    @property
    def name(self) -> str:
        return self._model.name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        attempt = 1
        while True:
            try:
                return await self._model.complete(request, on_progress)
            except ModelFault as fault:
                delay_s = retry_delay_s(
                    fault,
                    attempt,
                    retries=self._retries,
                    jitter=random.random(),
                    base_s=self._base_s,
                )
                if delay_s is None:
                    raise
                on_progress(RetryNotice(attempt=attempt, delay_s=delay_s, reason=str(fault)))
            await self._sleep(delay_s)
            attempt += 1

    async def aclose(self) -> None:
        await self._model.aclose()
