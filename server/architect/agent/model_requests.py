"""Requests to the model, put on record and paid, whatever they are for."""

from dataclasses import replace

from architect.agent.context import ContextManager, message_tokens
from architect.agent.cost_tracker import CostTracker
from architect.agent.exchange_record import ExchangeRecord
from architect.agent.unique_ids import with_unique_ids
from architect.domain.errors import ContextOverflowError
from architect.domain.ids import CallId
from architect.domain.journal.model_events import Purpose
from architect.domain.messages import AssistantMessage, Message
from architect.domain.model_exchange import ModelReply, ModelRequest, ToolSchema
from architect.domain.tokens import estimate_tokens
from architect.domain.usage import Usage
from architect.execution.run_context import RunContext


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
        request = ModelRequest(messages, tools, conversation=self._conversation, withheld=withheld)
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

    def _estimated(self, reply: ModelReply) -> Usage:
        """Our own count, so that budgets hold where the provider does not count."""
        output = message_tokens(AssistantMessage(reply.text, reply.calls))
        output += estimate_tokens(reply.reasoning)
        return Usage(self._run.state.last_estimate, output, estimated=True)
