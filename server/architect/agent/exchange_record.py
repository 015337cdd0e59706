"""One request to the model and what becomes of it, as events."""

from architect.agent.cost_tracker import CostTracker
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
from architect.domain.model_exchange import (
    ModelProgress,
    ModelReply,
    ReasoningDelta,
    RetryNotice,
    SwitchNotice,
    TextDelta,
    WarningNotice,
    WindowNotice,
)
from architect.domain.usage import Usage
from architect.execution.run_context import RunContext


class ExchangeRecord:
    """Told of a request and its reply in their order, from now on; both become events.

    What comes in between also tells the run which window it has, and `costs` whom it pays.
    """

    def __init__(self, run: RunContext, costs: CostTracker, *, step: int, purpose: Purpose) -> None:
        self._run = run
        self._costs = costs
        self._step = step
        self._purpose: Purpose = purpose
        self._began = self._thinking_since = run.clock.monotonic()
        self._thought_s: float | None = None

    def requested(self, messages: int, estimated_tokens: int) -> None:
        self._run.emit(
            ModelRequested(
                step=self._step,
                purpose=self._purpose,
                messages=messages,
                estimated_tokens=estimated_tokens,
                context_percent=self._share(estimated_tokens)
                if self._purpose != "evaluate"
                else self._run.state.context_percent,
            )
        )

    def _share(self, estimated_tokens: int) -> int:
        window = max(1, self._run.window.tokens)
        return round(100 * estimated_tokens * self._run.state.token_factor / window)

    def progressed(self, progress: ModelProgress) -> None:
        run = self._run
        match progress:
            case TextDelta(text):
                run.emit(ModelDelta(text=text, purpose=self._purpose))
            case ReasoningDelta(text):
                self._thought_s = round(run.clock.monotonic() - self._thinking_since, 1)
                run.emit(ModelReasoning(text=text, purpose=self._purpose))
            case RetryNotice(attempt, delay_s, reason):
                self._think_anew(after_s=delay_s)
                at = round(run.clock.now().timestamp() + delay_s, 1)
                run.emit(ModelRetried(attempt=attempt, delay_s=delay_s, reason=reason, retry_at=at))
            case WindowNotice(tokens):
                run.window.set(tokens)
            case WarningNotice(text):
                run.emit(ModelWarned(message=text))
            case SwitchNotice(before, after, reason):
                self._think_anew(after_s=0.0)
                self._costs.switch_to(after)
                run.emit(ModelSwitched(before=before, model=after, reason=reason))

    def replied(self, reply: ModelReply, usage: Usage) -> None:
        run = self._run
        if reply.items is not None and self._purpose == "step":
            run.emit(ModelItems(items=reply.items))
        run.emit(
            ModelReplied(
                step=self._step,
                purpose=self._purpose,
                text=reply.text,
                calls=reply.calls,
                finish=reply.finish,
                usage=usage,
                cost_usd=0.0 if reply.cached else self._costs.cost_usd(usage),
                duration_s=round(run.clock.monotonic() - self._began, 4),
                reasoning=reply.reasoning,
                reasoning_s=self._thought_s,
                model=reply.model or run.model.name,
                cached=reply.cached,
            )
        )
        if (warned := self._costs.warning(run.state.session_spending)) is not None:
            run.emit(warned)

    def _think_anew(self, *, after_s: float) -> None:
        """What an attempt that failed has thought does not count."""
        self._thinking_since = self._run.clock.monotonic() + after_s
        self._thought_s = None
