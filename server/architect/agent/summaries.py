"""Compaction by summaries of the model (level 2): when, for which steps, and what becomes of one.

When the conversation passes a share of the window, the model writes a summary of it, and the oldest
steps are left out. That breaks the prefix once, and seldom. The request for it begins as any other
of the run, so that all but the last words of it are read from the provider's cache. A summary that
does not come, or is of no use, changes nothing: the steps stay until the context is full and they
are dropped (`compaction`).
"""

from collections.abc import Callable

from architect.agent.compaction import Compaction
from architect.agent.compaction_note import is_in_form, note_about
from architect.agent.context import ContextManager, ContextSize, message_tokens
from architect.agent.model_requests import ModelRequests
from architect.agent.prompt_files import prompt
from architect.domain.errors import ModelFault
from architect.domain.journal.model_events import ContextCompacted, ContextNotCompacted
from architect.domain.journal.state import AgentState
from architect.domain.messages import UserMessage
from architect.domain.model_exchange import FinishReason, ModelReply, ToolSchema
from architect.domain.text.counted import counted
from architect.domain.tokens import estimate_tokens
from architect.execution.run_context import RunContext
from architect.frozen import frozen
from architect.l10n import english

MOST_FAILURES = 2
"""In a row; then a session does without summaries."""

KEPT_SHARE = 0.2
"""Of the window: as many of the last steps stay whole as fit into it, if not more have to."""

WORTH_SHARE = 0.1
"""Of the window: a summary has to free as much at least, or the next one would follow too soon."""


@frozen
class SummaryRules:
    """From which share of the window on steps are summed up; at 1 they never are.

    `keep_steps` of the last steps stay whole at least, and from one summary to the next there are
    `after_steps` at least.
    """

    compact_at: float
    keep_steps: int
    after_steps: int


class Summaries(Compaction):
    """Makes room by summaries of the model, and by dropping steps where there is none."""

    def __init__(
        self,
        run: RunContext,
        context: ContextManager,
        requests: ModelRequests,
        *,
        tools: Callable[[], tuple[ToolSchema, ...]],
        rules: SummaryRules,
    ) -> None:
        super().__init__(run, context)
        self._requests = requests
        self._tools = tools
        self._rules = rules

    async def make_room(self) -> bool:
        wishes = self._run.compaction_wishes
        if wishes:
            await self.sum_up("\n".join(filter(None, wishes)))
        elif is_due(self._run.state, self._size, self._rules):
            await self._sum_up(steps_to_sum_up(self._run.state, self._size, self._rules), "")
        return self.drop_if_full()

    async def sum_up(self, focus: str) -> ContextCompacted | ContextNotCompacted:
        """Sum up because the user wants it, whose words about what matters are `focus`.

        Gives what came of it, which is on record then.
        """
        state = self._run.state
        self._run.compaction_wishes.clear()
        dropped = len(state.steps) - self._rules.keep_steps
        if dropped <= 0:
            few = counted(len(state.steps), "step")
            return self._give_up(
                english(
                    "it has {few}, and the last {keep_steps} stay whole",
                    few=few,
                    keep_steps=self._rules.keep_steps,
                )
            )
        if self._size.is_full:
            return self._give_up(english("it is too full to ask the model for a summary"))
        fitting = steps_to_sum_up(state, self._size, self._rules)
        return await self._sum_up(fitting or dropped, focus)

    async def _sum_up(self, dropped: int, focus: str) -> ContextCompacted | ContextNotCompacted:
        run = self._run
        if (blocked := await run.hooks.before_model()) is not None:
            reason = english("a hook blocked the request: {reason}", reason=blocked.reason)
            return self._give_up(reason, is_failure=True)
        asked = (*run.state.messages, UserMessage(summary_prompt(focus)))
        try:
            reply = await self._requests.send(
                run.state.step, "compact", messages=asked, tools=(), withheld=self._tools()
            )
        except ModelFault as fault:
            return self._give_up(str(fault), is_failure=True)
        compaction = summed_up(run.state, self._size, dropped=dropped, summary=reply.text.strip())
        if (problem := problem_with(reply, compaction)) is not None:
            return self._give_up(problem, is_failure=True)
        run.emit(compaction)
        return compaction

    def _give_up(self, reason: str, *, is_failure: bool = False) -> ContextNotCompacted:
        told = ContextNotCompacted(reason=reason, is_failure=is_failure)
        self._run.emit(told)
        return told


def summary_prompt(focus: str) -> str:
    """What the model is asked; `focus` is what the user says that matters most."""
    asked = prompt("compact")
    return f"{asked}\n\nThe user says what matters most: {focus}" if focus else asked


def is_due(state: AgentState, size: ContextSize, rules: SummaryRules) -> bool:
    """Whether the model shall sum up now: there is much to leave out, and still room to ask it."""
    if size.tokens <= size.limit * rules.compact_at or size.is_full:
        return False
    if state.failed_summaries >= MOST_FAILURES:
        return False
    too_soon = state.unsummarized is not None and state.unsummarized < rules.after_steps
    return not too_soon and steps_to_sum_up(state, size, rules) > 0


def steps_to_sum_up(state: AgentState, size: ContextSize, rules: SummaryRules) -> int:
    """How many of the oldest steps a summary would stand for; 0 if that would not free enough."""
    share = size.limit / state.token_factor
    tokens = [sum(map(message_tokens, step.messages)) for step in state.steps]
    kept, kept_tokens = 0, 0
    for step_tokens in reversed(tokens):
        kept_tokens += step_tokens
        if kept >= max(1, rules.keep_steps) and kept_tokens > share * KEPT_SHARE:
            break
        kept += 1
    dropped = len(tokens) - kept
    return dropped if sum(tokens[:dropped]) >= share * WORTH_SHARE else 0


def summed_up(
    state: AgentState, size: ContextSize, *, dropped: int, summary: str
) -> ContextCompacted:
    """The compaction by which `summary` stands for the `dropped` oldest steps."""
    note = note_about(state, dropped, summary=summary)
    freed = sum(message_tokens(one) for step in state.steps[:dropped] for one in step.messages)
    freed -= estimate_tokens(note) - estimate_tokens(state.compaction_note or "")
    return ContextCompacted(
        dropped_steps=dropped,
        tokens_before=size.tokens,
        tokens_after=max(0, size.tokens - round(freed * state.token_factor)),
        note=note,
        summary=summary,
    )


def problem_with(reply: ModelReply, compaction: ContextCompacted) -> str | None:
    """Why the summary in `reply` is of no use; None if it is."""
    if reply.finish is FinishReason.LENGTH:
        return english("the summary was cut off at the model's output limit")
    if reply.finish is FinishReason.CONTENT_FILTER:
        return english("the provider's content filter withheld the summary")
    if not reply.text.strip():
        return english("the summary was empty")
    if not is_in_form(reply.text):
        return english("the reply was no summary in the form that was asked for")
    if compaction.tokens_after >= compaction.tokens_before:
        return english("the summary was not shorter than what it stands for")
    return None
