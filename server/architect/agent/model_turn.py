"""Asking the model: for the next step, and for the summary of a run that ends early."""

import asyncio

from architect.agent.context import message_tokens
from architect.agent.ending import closing_prompt
from architect.agent.run_parts import AgentParts
from architect.agent.unique_ids import with_unique_ids
from architect.domain import events as ev
from architect.domain.completion import (
    ModelProgress,
    ModelReply,
    ModelRequest,
    RetryNotice,
    TextDelta,
    ToolSchema,
)
from architect.domain.errors import ContextOverflowError, ModelFault
from architect.domain.ids import CallId
from architect.domain.messages import AssistantMessage, Message, UserMessage
from architect.domain.usage import Usage
from architect.ports.hooks import HookBlock


class ModelTurn:
    """Sends requests and records the replies."""

    def __init__(self, parts: AgentParts) -> None:
        self._parts = parts
        # Those of the runs before, which the session may bring along, are sent again as well.
        before = (call.id for step in parts.state.steps for call in step.reply.calls)
        self._used_ids: set[CallId] = set(before)

    async def ask(self, step: int) -> HookBlock | None:
        """Record the next reply, or say which hook forbids to ask for it.

        The context is shortened if the provider finds it too long.

        Raises:
            ModelFault: there is no reply.
            StoppedError: the run was stopped meanwhile.
        """
        while True:
            blocked = await self._parts.stop.guard(self._parts.hooks.before_model())
            if blocked is not None:
                return blocked
            messages = self._parts.state.messages
            try:
                await self._parts.stop.guard(
                    self._complete(step, "step", messages=messages, tools=self._parts.tools)
                )
                await self._parts.stop.guard(self._parts.hooks.catch_up())
                return None
            except ContextOverflowError:
                compaction = self._parts.context.halving(self._parts.state)
                if compaction is None:
                    raise
                self._parts.emit(compaction)

    async def sum_up(self, hit: ev.SafetyNetHit, *, within_s: float) -> str | None:
        """What the model says about the work so far, without tools; None if it says nothing.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        step = self._parts.state.step
        try:
            async with asyncio.timeout(within_s):
                if await self._parts.stop.guard(self._parts.hooks.before_model()) is not None:
                    return None
                messages = (*self._parts.state.messages, UserMessage(closing_prompt(hit)))
                await self._parts.stop.guard(
                    self._complete(step, "close", messages=messages, tools=())
                )
        except (ModelFault, TimeoutError):
            return None
        return self._parts.state.closing_text or None

    async def _complete(
        self,
        step: int,
        purpose: ev.Purpose,
        *,
        messages: tuple[Message, ...],
        tools: tuple[ToolSchema, ...],
    ) -> None:
        parts = self._parts
        began = parts.clock.monotonic()
        parts.emit(
            ev.ModelRequested(
                step=step,
                purpose=purpose,
                messages=len(messages),
                estimated_tokens=parts.context.request_tokens(messages, with_tools=bool(tools)),
            )
        )
        reply = await parts.model.complete(ModelRequest(messages, tools), self._show)
        usage = reply.usage or self._estimated(reply)
        parts.emit(
            ev.ModelReplied(
                step=step,
                purpose=purpose,
                text=reply.text,
                calls=with_unique_ids(reply.calls, self._used_ids),
                finish=reply.finish,
                usage=usage,
                cost_usd=parts.costs.cost_usd(usage),
                duration_s=round(parts.clock.monotonic() - began, 4),
            )
        )
        if (warned := parts.costs.warning(parts.state.session_spending)) is not None:
            parts.emit(warned)

    def _estimated(self, reply: ModelReply) -> Usage:
        """Our own count, so that budgets hold where the provider does not count."""
        output = message_tokens(AssistantMessage(reply.text, reply.calls))
        return Usage(self._parts.state.last_estimate, output, estimated=True)

    def _show(self, progress: ModelProgress) -> None:
        match progress:
            case TextDelta(text):
                self._parts.emit(ev.ModelDelta(text=text))
            case RetryNotice(attempt, delay_s, reason):
                self._parts.emit(ev.ModelRetried(attempt=attempt, delay_s=delay_s, reason=reason))
