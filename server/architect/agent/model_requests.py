"""Requests to the model, put on record and paid, whatever they are for."""

import asyncio
from base64 import b64encode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from architect.agent.context import ContextManager, message_tokens
from architect.agent.cost_tracker import CostTracker
from architect.agent.exchange_record import ExchangeRecord
from architect.agent.unique_ids import with_unique_ids
from architect.domain.errors import ContextOverflowError, OriginalMissingError
from architect.domain.ids import CallId
from architect.domain.journal.model_events import Purpose
from architect.domain.messages import AssistantMessage, Message, UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest, ToolSchema
from architect.domain.tokens import estimate_tokens
from architect.domain.usage import Usage
from architect.execution.run_context import RunContext
from architect.ports.originals import Originals


class ModelRequests:
    """Sends requests; what was asked and what was replied is told by events."""

    def __init__(self, run: RunContext, *, context: ContextManager, costs: CostTracker) -> None:
        self._run = run
        self._context = context
        self._costs = costs
        # Those of the runs before, which the session may bring along, are sent again as well.
        before = (call.id for step in run.state.steps for call in step.reply.calls)
        started = run.state.started
        self._conversation = started.session_id if started else ""
        self._used_ids: set[CallId] = set(before)
        self._images: Mapping[str, str] = {}

    async def send(
        self,
        step: int,
        purpose: Purpose,
        *,
        messages: tuple[Message, ...],
        tools: tuple[ToolSchema, ...],
        withheld: tuple[ToolSchema, ...] = (),
    ) -> ModelReply:
        """The reply to `messages`, which is on record; `withheld` as in `ModelRequest`.

        Raises:
            ModelFault: there is none.
        """
        run = self._run
        request = ModelRequest(
            messages,
            tools,
            conversation=self._conversation,
            withheld=withheld,
            images=await self._images_in(messages),
        )
        estimate = self._context.request_tokens(messages, with_tools=bool(tools or withheld))
        record = ExchangeRecord(run, self._costs, step=step, purpose=purpose)
        record.requested(len(messages), estimate)
        try:
            reply = await run.model.complete(request, record.progressed)
        except ContextOverflowError as fault:
            run.window.was_exceeded(run.model.name, fault.window_tokens)
            raise
        reply = replace(reply, calls=with_unique_ids(reply.calls, self._used_ids))
        record.replied(reply, reply.usage or self._estimated(reply))
        return reply

    async def _images_in(self, messages: tuple[Message, ...]) -> Mapping[str, str]:
        """The contents of the images in `messages`; none of them if the model takes none."""
        if not self._run.takes_images:
            return {}
        wanted = {
            image.sha256
            for message in messages
            if isinstance(message, UserMessage)
            for image in message.images
        }
        if set(self._images) != wanted:
            self._images = await asyncio.to_thread(_contents, wanted, self._run.originals)
        return self._images

    def _estimated(self, reply: ModelReply) -> Usage:
        """Our own count, so that budgets hold where the provider does not count."""
        output = message_tokens(AssistantMessage(reply.text, reply.calls))
        output += estimate_tokens(reply.reasoning)
        return Usage(self._run.state.last_estimate, output, estimated=True)


def _contents(wanted: Iterable[str], originals: Originals) -> Mapping[str, str]:
    """In base64, by their SHA-256; without those that are no longer kept."""
    found: dict[str, str] = {}
    for sha256 in wanted:
        with suppress(OriginalMissingError):
            found[sha256] = b64encode(originals.load(sha256)).decode()
    return found
