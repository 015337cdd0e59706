"""The driver of a run: asks the model, runs what it calls for, until something ends it.

Every decision is made elsewhere, as a value: `safety_nets` before a model call, `decide` after its
reply, `compaction` about what the model gets to see. Here they are acted on.
"""

import asyncio
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from architect.agent.checkpointing import Checkpointing
from architect.agent.compaction import Compaction
from architect.agent.completion import CompletionTurn, Evaluator
from architect.agent.completion_checks import NOTHING_CHECKED, CompletionRules
from architect.agent.context import ContextManager
from architect.agent.cost_tracker import CostTracker
from architect.agent.decide import Finish, GiveUp, Nudge, RunTools, next_step
from architect.agent.ending import Ending, closing_time_s, error_of, stopped_text
from architect.agent.limits import Limits
from architect.agent.model_requests import ModelRequests
from architect.agent.model_turn import ModelTurn
from architect.agent.repetition import STOP_AT, RepetitionWatch, warning
from architect.agent.safety_nets import INTERRUPTED, first_net, spent_budget
from architect.agent.tool_turn import ToolTurn
from architect.agent.user_messages import ReadMessages, UserMessages, as_written
from architect.domain.effect import Effect
from architect.domain.errors import ContextOverflowError, ModelFault
from architect.domain.journal.call_events import RepetitionWarned
from architect.domain.journal.model_events import ModelNudged
from architect.domain.journal.run_events import SafetyNetHit, StepStarted
from architect.domain.messages import ToolCall
from architect.domain.outcome import ErrorKind, RunError, StopReason
from architect.execution.engine import ExecutionEngine
from architect.execution.run_context import RunContext
from architect.execution.stop_signal import StoppedError
from architect.l10n import english

if TYPE_CHECKING:
    from architect.agent.health_check import HealthCheck

MakeCompaction = Callable[[RunContext, ContextManager, ModelRequests], Compaction]
"""What makes room in the context of that run; it may ask the model by those requests."""


MakeEvaluator = Callable[[RunContext, ModelRequests], Evaluator]
"""What looks at the finished work of that run; it asks the model by those requests."""


MakeHealthCheck = Callable[[RunContext], "HealthCheck"]
"""What measures the health of the code that this run changes."""


def by_dropping(run: RunContext, context: ContextManager, _: ModelRequests) -> Compaction:
    """What leaves out the oldest steps, and asks nobody."""
    return Compaction(run, context)


class AgentLoop:
    """One run of an agent, from its first request to its ending."""

    def __init__(
        self,
        run: RunContext,
        engine: ExecutionEngine,
        limits: Limits,
        *,
        costs: CostTracker,
        completion: CompletionRules = NOTHING_CHECKED,
        parallel_reads: bool = True,
        compaction: MakeCompaction = by_dropping,
        evaluations: Sequence[MakeEvaluator] = (),
        health: MakeHealthCheck | None = None,
        read_message: ReadMessages = as_written,
    ) -> None:
        self._run = run
        self._limits = limits
        self._costs = costs
        context = ContextManager(run.window, engine.schemas())
        requests = ModelRequests(run, context=context, costs=costs)
        self._compaction = compaction(run, context, requests)
        self._model = ModelTurn(run, engine.schemas, requests=requests, compaction=self._compaction)
        self._tools = ToolTurn(run, engine, parallel_reads=parallel_reads)
        self._health = health(run) if health else None
        evaluators: list[Evaluator] = [self._health] if self._health else []
        evaluators += [evaluation(run, requests) for evaluation in evaluations]
        self._completion = CompletionTurn(run, completion, evaluators)
        self._messages = UserMessages(run, read_message)
        self._repetition = RepetitionWatch()
        self._checkpoints = Checkpointing(run)
        self._began = 0.0

    async def run(self) -> Ending:
        """Go on until the run ends; the conversation so far is the recorder's state.

        Raises:
            JournalFault: what happens can no longer be recorded.
        """
        self._began = self._run.clock.monotonic()
        if (unheld := self._costs.opening_warning()) is not None:
            self._run.emit(unheld)
        try:
            with self._time_limit():
                ending = self._completion.with_notes(await self._until_it_ends())
            if self._health is not None:
                await self._health.close()
            await self._checkpoints.close(self._run.state.step)
            return ending
        finally:
            await self._tools.synced()

    @property
    def _changes_files(self) -> bool:
        """Whether the agent has a tool that may change a file."""
        allowed = self._run.tools.allowed(self._run.rules.allowed)
        return any(tool.effect is not Effect.READ for tool in allowed)

    async def _until_it_ends(self) -> Ending:
        with suppress(StoppedError):  # the first net says why
            await self._run.stop.guard(self._run.hooks.catch_up())
        while True:
            self._run.stop.is_redirected = False
            try:
                hit = await self._net()
                ending = await self._step() if hit is None else None
            except StoppedError:
                self._tools.answer_interrupted()
                continue  # the net before the next call says why
            except ModelFault as fault:
                return self._without_reply(fault)
            if hit is not None:
                return await self._close(hit)
            if ending is not None and not self._goes_on_behind(ending):
                return ending

    def _goes_on_behind(self, ending: Ending) -> bool:
        """Whether the model, which is done, has yet to hear what the user said meanwhile."""
        return ending.stop_reason is StopReason.LLM_DONE and self._messages.are_waiting

    async def _step(self) -> Ending | None:
        """One reply and what follows from it; None if the run goes on.

        Raises:
            ModelFault: there is no reply.
            StoppedError: the run was stopped meanwhile.
        """
        await self._messages.tell()
        step = self._run.state.step + 1
        if self._changes_files:
            self._checkpoints.begin(step - 1)
        self._run.emit(StepStarted(step=step))
        if (blocked := await self._model.ask(step)) is not None:
            return self._blocked(blocked.reason)
        match next_step(self._run.state):
            case RunTools(calls):
                await self._checkpoints.settled(calls)
                await self._tools.run(calls)
                return await self._look_for_repetition()
            case Nudge(reason, text):
                self._run.emit(ModelNudged(step=step, reason=reason, text=text))
                return None
            case Finish(text):
                # It is not done before it has heard what the user says.
                return None if self._messages.are_waiting else await self._completion.judge(text)
            case GiveUp(message):
                return Ending(StopReason.LLM_ERROR, "", RunError(ErrorKind.MODEL, message))

    def _without_reply(self, fault: ModelFault) -> Ending:
        """The ending of a run whose model did not answer, whatever it was asked for."""
        if not isinstance(fault, ContextOverflowError):
            return Ending(StopReason.LLM_ERROR, "", error_of(fault))
        hit = SafetyNetHit(reason=StopReason.CONTEXT_FULL, message=str(fault))
        self._run.emit(hit)
        return Ending(hit.reason, stopped_text(hit))

    def _blocked(self, reason: str) -> Ending:
        hit = SafetyNetHit(
            reason=StopReason.HOOK_BLOCKED,
            message=english("a hook blocked the request to the model: {reason}", reason=reason),
        )
        self._run.emit(hit)
        return Ending(hit.reason, stopped_text(hit))

    async def _look_for_repetition(self) -> Ending | None:
        state = self._run.state
        repetition = self._repetition.worst(state.steps[-1], changes=state.changes)
        if repetition is None or self._run.stop.reason is not None:
            return None
        call: ToolCall = state.steps[-1].reply.calls[repetition.index]
        if repetition.count >= STOP_AT:
            message = english(
                "{name} gave the same result {count} times", name=call.name, count=repetition.count
            )
            hit = SafetyNetHit(reason=StopReason.NO_PROGRESS, message=message)
            self._run.emit(hit)
            return await self._close(hit)
        text = warning(call.name, repetition.count)
        self._run.emit(RepetitionWarned(call_id=call.id, count=repetition.count, text=text))
        return None

    async def _net(self) -> SafetyNetHit | None:
        """What ends the run here; if nothing does, there is room for the next request."""
        hit = self._first_net()
        if hit is None:
            has_room = True
            with suppress(StoppedError):  # the net below says why
                has_room = await self._run.stop.guard(self._compaction.make_room())
            hit = self._first_net(full_at=None if has_room else self._run.window.tokens)
        if hit is not None:
            self._tell(hit)
        return hit

    def _tell(self, hit: SafetyNetHit) -> None:
        """Record what ends the run, but for an interruption that nobody wanted."""
        if not (self._run.stop.is_cut_off and hit.reason is StopReason.USER_INTERRUPT):
            self._run.emit(hit)

    def _first_net(self, *, full_at: int | None = None) -> SafetyNetHit | None:
        return first_net(
            self._run.state,
            self._limits,
            interrupted=self._run.stop.reason,
            elapsed_s=self._run.clock.monotonic() - self._began,
            full_at=full_at,
            spending=self._run.spending,
        )

    async def _close(self, hit: SafetyNetHit) -> Ending:
        """End for the reason of `hit`, with a last summary by the model where that is of use."""
        reasons = filter(None, (hit.reason, self._run.stop.reason))
        # Nobody would read what a run sums up whose parent is stopped.
        within_s = 0.0 if self._run.stop.is_from_parent else min(map(closing_time_s, reasons))
        self._run.stop.acknowledge()
        state = self._run.state
        unaffordable = spent_budget(self._run.spending, self._limits) is not None
        if not within_s or not state.steps or unaffordable:
            return Ending(hit.reason, stopped_text(hit))
        try:
            text = await self._model.sum_up(hit, within_s=within_s)
        except StoppedError:
            text = None
            if self._run.stop.reason is StopReason.USER_INTERRUPT:
                hit = INTERRUPTED
                self._tell(hit)
        return Ending(hit.reason, text or stopped_text(hit))

    @contextmanager
    def _time_limit(self) -> Generator[None]:
        if self._limits.timeout_s is None:
            yield
            return
        timer = asyncio.get_running_loop().call_later(
            self._limits.timeout_s, self._run.stop.request, StopReason.TIMEOUT
        )
        try:
            yield
        finally:
            timer.cancel()
