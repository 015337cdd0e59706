"""Requests to the model, put on record and paid, whatever they are for."""

from dataclasses import replace

from architect.agent.context import ContextManager, message_tokens
from architect.agent.cost_tracker import CostTracker
from architect.agent.unique_ids import with_unique_ids
from architect.domain.errors import ContextOverflowError
from architect.domain.ids import CallId
from architect.domain.journal.model_events import (
    ModelDelta,
    ModelItems,
    ModelReasoning,
    ModelReplied,
    ModelRequested,
    ModelRetried,
    ModelSwitched,
    ModelWarned,
    Purpose,
)
from architect.domain.messages import AssistantMessage, Message
from architect.domain.model_exchange import (
    ModelProgress,
    ModelReply,
    ModelRequest,
    ReasoningDelta,
    RetryNotice,
    SwitchNotice,
    TextDelta,
    ToolSchema,
    WarningNotice,
    WindowNotice,
)
from architect.domain.tokens import estimate_tokens
from architect.domain.usage import Usage
from architect.execution.run_context import RunContext
from architect.ports.clock import Clock


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
        began = run.clock.monotonic()
        thought = _ThinkingTime(run.clock)
        run.emit(
            ModelRequested(
                step=step,
                purpose=purpose,
                messages=len(messages),
                estimated_tokens=self._context.request_tokens(
                    messages, with_tools=bool(tools or withheld)
                ),
            )
        )

        def show(progress: ModelProgress) -> None:
            thought.take(progress)
            self._show(progress, purpose)

        request = ModelRequest(messages, tools, conversation=self._conversation, withheld=withheld)
        try:
            reply = await run.model.complete(request, show)
        except ContextOverflowError as fault:
            run.window.was_exceeded(fault.window_tokens)
            raise
        reply = replace(reply, calls=with_unique_ids(reply.calls, self._used_ids))
        usage = reply.usage or self._estimated(reply)
        if reply.items is not None and purpose == "step":
            run.emit(ModelItems(items=reply.items))
        run.emit(
            ModelReplied(
                step=step,
                purpose=purpose,
                text=reply.text,
                calls=reply.calls,
                finish=reply.finish,
                usage=usage,
                cost_usd=self._costs.cost_usd(usage),
                duration_s=round(run.clock.monotonic() - began, 4),
                reasoning=reply.reasoning,
                reasoning_s=thought.seconds,
            )
        )
        if (warned := self._costs.warning(run.state.session_spending)) is not None:
            run.emit(warned)
        return reply

    def _estimated(self, reply: ModelReply) -> Usage:
        """Our own count, so that budgets hold where the provider does not count."""
        output = message_tokens(AssistantMessage(reply.text, reply.calls))
        output += estimate_tokens(reply.reasoning)
        return Usage(self._run.state.last_estimate, output, estimated=True)

    def _show(self, progress: ModelProgress, purpose: Purpose) -> None:
        match progress:
            case TextDelta(text):
                self._run.emit(ModelDelta(text=text, purpose=purpose))
            case ReasoningDelta(text):
                self._run.emit(ModelReasoning(text=text, purpose=purpose))
            case RetryNotice(attempt, delay_s, reason):
                self._run.emit(ModelRetried(attempt=attempt, delay_s=delay_s, reason=reason))
            case WindowNotice(tokens):
                self._run.window.set(tokens)
            case WarningNotice(text):
                self._run.emit(ModelWarned(message=text))
            case SwitchNotice(before, after, reason):
                self._costs.switch_to(after)
                self._run.emit(ModelSwitched(before=before, model=after, reason=reason))


class _ThinkingTime:
    """How long the model has thought, up to the last piece of reasoning of the last attempt."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock.monotonic()
        self.seconds: float | None = None

    def take(self, progress: ModelProgress) -> None:
        match progress:
            case ReasoningDelta():
                self.seconds = round(self._clock.monotonic() - self._began, 1)
            case RetryNotice(delay_s=delay_s):
                self._began = self._clock.monotonic() + delay_s
                self.seconds = None
            case SwitchNotice():
                self._began = self._clock.monotonic()
                self.seconds = None
            case TextDelta() | WindowNotice() | WarningNotice():
                pass
