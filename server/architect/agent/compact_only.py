"""The driver of a run that sums up the conversation of a resting session, and does nothing else."""

from collections.abc import Callable

from architect.agent.context import ContextManager
from architect.agent.cost_tracker import CostTracker
from architect.agent.ending import Ending, stopped_text
from architect.agent.limits import Limits
from architect.agent.model_requests import ModelRequests
from architect.agent.safety_nets import INTERRUPTED, spent_budget
from architect.agent.summaries import Summaries, SummaryRules
from architect.domain.journal.model_events import ContextCompacted
from architect.domain.journal.run_events import SafetyNetHit
from architect.domain.model_exchange import ToolSchema
from architect.domain.outcome import ErrorKind, RunError, StopReason
from architect.domain.text.counted import counted
from architect.execution.run_context import RunContext
from architect.execution.stop_signal import StoppedError
from architect.l10n import english


class CompactOnly:
    """Leaves the oldest steps out for a summary; `focus` is what the user says that matters."""

    def __init__(
        self,
        run: RunContext,
        limits: Limits,
        *,
        costs: CostTracker,
        tools: Callable[[], tuple[ToolSchema, ...]],
        rules: SummaryRules,
        focus: str,
    ) -> None:
        context = ContextManager(run.window, tools())
        requests = ModelRequests(run, context=context, costs=costs)
        self._summaries = Summaries(run, context, requests, tools=tools, rules=rules)
        self._run = run
        self._limits = limits
        self._focus = focus

    async def run(self) -> Ending:
        """Ask the model once.

        Raises:
            JournalFault: what happens can no longer be recorded.
        """
        if (spent := spent_budget(self._run.spending, self._limits)) is not None:
            return self._stopped(SafetyNetHit(reason=StopReason.BUDGET_EXCEEDED, message=spent))
        try:
            told = await self._run.stop.guard(self._summaries.sum_up(self._focus))
            await self._run.stop.guard(self._run.hooks.catch_up())
        except StoppedError:
            if self._run.stop.is_cut_off:  # nobody wanted that
                return Ending(INTERRUPTED.reason, stopped_text(INTERRUPTED))
            return self._stopped(INTERRUPTED)
        if not isinstance(told, ContextCompacted):
            error = RunError(
                ErrorKind.MODEL, english("context not summed up: {reason}", reason=told.reason)
            )
            return Ending(StopReason.LLM_ERROR, "", error)
        steps = counted(told.dropped_steps, "step")
        tokens = f"{told.tokens_before:,} -> {told.tokens_after:,} tokens"
        told_of = english("context: {tokens} ({steps} summed up)", tokens=tokens, steps=steps)
        return Ending(StopReason.LLM_DONE, told_of)

    def _stopped(self, hit: SafetyNetHit) -> Ending:
        self._run.emit(hit)
        return Ending(hit.reason, stopped_text(hit))
