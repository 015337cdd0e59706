"""Asking the model: for the next step, and for the summary of a run that ends early."""

import asyncio

from architect.agent.context import ContextManager, message_tokens
from architect.agent.cost_tracker import CostTracker
from architect.agent.ending import closing_prompt
from architect.agent.unique_ids import with_unique_ids
from architect.domain.errors import ContextOverflowError, ModelFault
from architect.domain.ids import CallId
from architect.domain.journal import events as ev
from architect.domain.messages import AssistantMessage, Message, UserMessage
from architect.domain.model_exchange import (
    ModelProgress,
    ModelReply,
    ModelRequest,
    RetryNotice,
    TextDelta,
    ToolSchema,
)
from architect.domain.usage import Usage
from architect.execution.run_context import RunContext
from architect.ports.hooks import HookBlock


class ModelTurn:
    """Sends requests and records the replies."""

    def __init__(
        self,
        run: RunContext,
        tools: tuple[ToolSchema, ...],
        *,
        context: ContextManager,
        costs: CostTracker,
    ) -> None:
        self._run = run
        self._tools = tools
        self._context = context
        self._costs = costs
        # Those of the runs before, which the session may bring along, are sent again as well.
        before = (call.id for step in run.state.steps for call in step.reply.calls)
        self._used_ids: set[CallId] = set(before)

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
                    self._complete(step, "step", messages=messages, tools=self._tools)
                )
                await self._run.stop.guard(self._run.hooks.catch_up())
                return None
            except ContextOverflowError:
                compaction = self._context.halving(self._run.state)
                if compaction is None:
                    raise
                self._run.emit(compaction)

    async def sum_up(self, hit: ev.SafetyNetHit, *, within_s: float) -> str | None:
        """What the model says about the work so far, without tools; None if it says nothing.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        step = self._run.state.step
        try:
            async with asyncio.timeout(within_s):
                if await self._run.stop.guard(self._run.hooks.before_model()) is not None:
                    return None
                messages = (*self._run.state.messages, UserMessage(closing_prompt(hit)))
                await self._run.stop.guard(
                    self._complete(step, "close", messages=messages, tools=())
                )
        except (ModelFault, TimeoutError):
            return None
        return self._run.state.closing_text or None

    async def _complete(
        self,
        step: int,
        purpose: ev.Purpose,
        *,
        messages: tuple[Message, ...],
        tools: tuple[ToolSchema, ...],
    ) -> None:
        run = self._run
        began = run.clock.monotonic()
        run.emit(
            ev.ModelRequested(
                step=step,
                purpose=purpose,
                messages=len(messages),
                estimated_tokens=self._context.request_tokens(messages, with_tools=bool(tools)),
            )
        )
        reply = await run.model.complete(ModelRequest(messages, tools), self._show)
        usage = reply.usage or self._estimated(reply)
        run.emit(
            ev.ModelReplied(
                step=step,
                purpose=purpose,
                text=reply.text,
                calls=with_unique_ids(reply.calls, self._used_ids),
                finish=reply.finish,
                usage=usage,
                cost_usd=self._costs.cost_usd(usage),
                duration_s=round(run.clock.monotonic() - began, 4),
            )
        )
        if (warned := self._costs.warning(run.state.session_spending)) is not None:
            run.emit(warned)

    def _estimated(self, reply: ModelReply) -> Usage:
        """Our own count, so that budgets hold where the provider does not count."""
        output = message_tokens(AssistantMessage(reply.text, reply.calls))
        return Usage(self._run.state.last_estimate, output, estimated=True)

    def _show(self, progress: ModelProgress) -> None:
        match progress:
            case TextDelta(text):
                self._run.emit(ev.ModelDelta(text=text))
            case RetryNotice(attempt, delay_s, reason):
                self._run.emit(ev.ModelRetried(attempt=attempt, delay_s=delay_s, reason=reason))
