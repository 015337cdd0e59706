"""Asking the model: for the next step, and for the summary of a run that ends early."""

import asyncio
from collections.abc import Callable

from architect.agent.compaction import Compaction
from architect.agent.ending import closing_prompt
from architect.agent.model_requests import ModelRequests
from architect.domain.errors import ContextOverflowError, ModelFault
from architect.domain.journal.run_events import SafetyNetHit
from architect.domain.messages import UserMessage
from architect.domain.model_exchange import ToolSchema
from architect.execution.run_context import RunContext
from architect.ports.hooks import HookBlock


class ModelTurn:
    """Asks what the loop wants to know, once the hooks have let the model be asked."""

    def __init__(
        self,
        run: RunContext,
        tools: Callable[[], tuple[ToolSchema, ...]],
        *,
        requests: ModelRequests,
        compaction: Compaction,
    ) -> None:
        self._run = run
        self._tools = tools
        self._requests = requests
        self._compaction = compaction

    async def ask(self, step: int) -> HookBlock | None:
        """Record the next reply, or say which hook forbids to ask for it.

        The context is shortened if the provider finds it too long.

        Raises:
            ModelFault: there is no reply.
            StoppedError: the run was stopped meanwhile.
        """
        while True:
            blocked = await self._run.stop.guard(self._run.hooks.before_model())
            if blocked is not None:
                return blocked
            messages = self._run.state.messages
            try:
                await self._run.stop.guard(
                    self._requests.send(step, "step", messages=messages, tools=self._tools())
                )
                await self._run.stop.guard(self._run.hooks.catch_up())
                return None
            except ContextOverflowError:
                if not await self._compaction.halve():
                    raise

    async def sum_up(self, hit: SafetyNetHit, *, within_s: float) -> str | None:
        """What the model says about the work so far, without tools; None if it says nothing.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        step = self._run.state.step
        try:
            async with asyncio.timeout(within_s):
                if not self._compaction.drop_if_full():
                    return None
                if await self._run.stop.guard(self._run.hooks.before_model()) is not None:
                    return None
                messages = (*self._run.state.messages, UserMessage(closing_prompt(hit)))
                await self._run.stop.guard(
                    self._requests.send(
                        step, "close", messages=messages, tools=(), withheld=self._tools()
                    )
                )
        except (ModelFault, TimeoutError):
            return None
        # As it is on record: the reply itself may have keys in it.
        return self._run.state.closing_text or None
