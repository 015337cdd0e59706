"""How events change the conversation of a run: its steps, and what the model reads beside them."""

from dataclasses import replace

from architect.domain.attached import KeptImage
from architect.domain.journal.background_events import BackgroundTold
from architect.domain.journal.call_events import HookRan, RepetitionWarned, ToolFinished
from architect.domain.journal.change_events import ChangesRejected
from architect.domain.journal.check_events import CompletionRefused
from architect.domain.journal.context_events import RulesTold, ToolsAnnounced
from architect.domain.journal.left_out import LeftOut
from architect.domain.journal.model_events import (
    ContextCompacted,
    ContextNotCompacted,
    ModelItems,
    ModelNudged,
    ModelReplied,
)
from architect.domain.journal.run_events import RunStarted, UserSaid
from architect.domain.journal.state import (
    AgentState,
    EarlierRuns,
    HookFailure,
    Step,
    ToolUse,
)
from architect.domain.journal.step_traces import left_out_with
from architect.domain.journal.unanswered import ENDED, results_of_unanswered
from architect.domain.messages import AssistantMessage, ToolMessage
from architect.domain.model_exchange import FinishReason
from architect.domain.usage import NO_USAGE

MAX_TOKEN_FACTOR = 4.0
"""A provider that counts more than one token for each byte is taken to count wrongly."""


def started(state: AgentState, event: RunStarted) -> AgentState:
    """The state at the start of a run; behind another run of the session the conversation goes on.

    Only the conversation does, with what it costs and where it comes from: steps, changes, denials
    and checks are counted anew. What was not tested is no less so now. A run without words of the
    user's own has the plan of the one before.
    """
    if state.started is None:
        return replace(state, started=event, opening_images=event.images)
    opening = state.earlier.opening if state.earlier else state.started.opening
    going_on = AgentState(
        started=event,
        earlier=EarlierRuns(opening, state.session_spending, state.session_files),
        steps=_ended_steps(state),
        opening_context=state.opening_context,
        opening_images=state.opening_images,
        compaction_note=state.compaction_note,
        summary=state.summary,
        left_out=state.left_out,
        unsummarized=state.unsummarized,
        failed_summaries=state.failed_summaries,
        token_factor=state.token_factor,
        untested=state.untested,
        taints=state.taints,
        plan=state.plan if event.title else (),
    )
    going_on = _told(going_on, _proposals(state.files_proposed))
    going_on = _shown(_told(going_on, event.opening), event.images)
    return _asked(going_on, event.task) if event.opening else going_on


def said(state: AgentState, event: UserSaid) -> AgentState:
    """The state in which the model reads next what the user said while it worked."""
    state = replace(state, said=(*state.said, event.text))
    return _asked(_shown(_told(state, event.told), event.images), event.text)


def _asked(state: AgentState, task: str) -> AgentState:
    """The state that knows behind which step the user asked for `task`."""
    if not state.steps:
        return state
    last = state.steps[-1]
    return replace(state, steps=(*state.steps[:-1], replace(last, tasks=(*last.tasks, task))))


def _proposals(paths: tuple[str, ...]) -> str:
    """What the model is told of proposals of the run before, of which it does not know the end."""
    if not paths:
        return ""
    return (
        f"Your changes of {', '.join(paths)} were proposals, and the user decides about each. Look "
        "at the files to see what was taken."
    )


def _ended_steps(state: AgentState) -> tuple[Step, ...]:
    """The steps of a run that is over, of which the last one is not to be completed any more."""
    steps = (*state.steps[:-1], *map(_ended, state.steps[-1:]))
    if not state.closing_text:
        return steps
    return (*steps, Step(state.step + 1, AssistantMessage(state.closing_text), FinishReason.STOP))


def _ended(step: Step) -> Step:
    """The last step of a run; a filter or a bug may have ended it before the calls were made."""
    missing = (
        ToolMessage(each.call_id, each.name, each.text)
        for each in results_of_unanswered(step, ENDED)
    )
    return replace(step, finish=FinishReason.STOP, results=(*step.results, *missing))


def items_kept(state: AgentState, event: ModelItems) -> AgentState:
    return replace(state, items_of_next_reply=event.items)


def replied(state: AgentState, event: ModelReplied) -> AgentState:
    """The state with the cost of a reply, and what it says, if that belongs to the conversation."""
    spending = state.spending.plus(event.usage or NO_USAGE, event.cost_usd, source=event.source)
    factor = state.token_factor
    counted = not (event.cached or event.usage is None or event.usage.estimated)
    if event.usage and counted and state.last_estimate:
        factor = min(MAX_TOKEN_FACTOR, max(1.0, event.usage.input_tokens / state.last_estimate))
    items = state.items_of_next_reply
    state = replace(state, spending=spending, token_factor=factor, items_of_next_reply=None)
    match event.purpose:
        case "step":
            reply = AssistantMessage(event.text, event.calls, items)
            step = Step(event.step, reply, event.finish)
            since = None if state.unsummarized is None else state.unsummarized + 1
            return replace(state, steps=(*state.steps, step), unsummarized=since)
        case "close":
            return replace(state, closing_text=event.text)
        case _:
            return state


def nudged(state: AgentState, event: ModelNudged) -> AgentState:
    return _with_last_step(state, nudge=event.text)


def finished(state: AgentState, event: ToolFinished) -> AgentState:
    use = ToolUse(event.call_id, event.name, event.path, event.success, event.error)
    last = state.steps[-1]
    result = ToolMessage(event.call_id, event.name, event.text)
    state = replace(state, tools_used=_in_order(state.tools_used, use, last))
    if event.seen is not None:
        last = replace(last, seen=(*last.seen, (event.call_id, event.seen)))
        state = replace(state, steps=(*state.steps[:-1], last))
    return _with_last_step(state, results=(*last.results, result))


def _in_order(uses: tuple[ToolUse, ...], use: ToolUse, step: Step) -> tuple[ToolUse, ...]:
    """`uses` with one more of `step`, whose calls stand in their order, whichever ended first."""
    places = {call.id: place for place, call in enumerate(step.reply.calls)}
    before = len(uses) - len(step.results)
    of_step = sorted((*uses[before:], use), key=lambda one: places.get(one.call_id, len(places)))
    return (*uses[:before], *of_step)


def refused(state: AgentState, event: CompletionRefused) -> AgentState:
    return _with_last_step(replace(state, sent_back=state.sent_back + 1), nudge=event.text)


def compacted(state: AgentState, event: ContextCompacted) -> AgentState:
    dropped, kept = state.steps[: event.dropped_steps], state.steps[event.dropped_steps :]
    left_out = state.left_out
    if dropped:
        left_out += LeftOut(images=tuple(one.name for one in state.opening_images))
    left_out += left_out_with(dropped)
    state = replace(
        state,
        steps=kept,
        compaction_note=event.note,
        left_out=left_out,
        opening_images=() if dropped else state.opening_images,
    )
    if event.summary:
        state = replace(state, summary=event.summary, unsummarized=0, failed_summaries=0)
    if not event.emptied_calls or not state.steps:  # the step was one of an earlier run
        return state
    emptied = set(event.emptied_calls)
    results = tuple(
        replace(result, text=event.placeholder) if result.call_id in emptied else result
        for result in state.steps[-1].results
    )
    state = _with_last_step(state, results=results)
    last = state.steps[-1]
    still = tuple(each for each in last.seen if each[0] not in emptied)
    return replace(state, steps=(*state.steps[:-1], replace(last, seen=still)))


def not_compacted(state: AgentState, event: ContextNotCompacted) -> AgentState:
    if not event.is_failure:
        return state
    return replace(state, unsummarized=0, failed_summaries=state.failed_summaries + 1)


def warned(state: AgentState, event: RepetitionWarned) -> AgentState:
    results = tuple(
        replace(result, text=f"{result.text}\n{event.text}")
        if result.call_id == event.call_id
        else result
        for result in state.steps[-1].results
    )
    return _with_last_step(state, results=results)


def hooked(state: AgentState, event: HookRan) -> AgentState:
    if event.problem:
        failure = HookFailure(event.hook_event, event.name, event.problem)
        return replace(state, hook_failures=(*state.hook_failures, failure))
    return _told(state, event.context) if event.context else state


def rejected(state: AgentState, event: ChangesRejected) -> AgentState:
    """The state in which the model is told of changes that the user did not want."""
    said = f" The user says: {event.note}" if event.note else ""
    paths = ", ".join(event.paths)
    told = f"The user rejected these changes of yours in {paths}; do not make them again.{said}"
    return _told(state, f"{told}\n\n{event.patch}".rstrip())


def rules_told(state: AgentState, event: RulesTold) -> AgentState:
    """The state in which the model reads rules behind its last step, until that is dropped."""
    state = _told(state, event.text)
    last = [replace(step, rules=(*step.rules, event.path)) for step in state.steps[-1:]]
    return replace(state, steps=(*state.steps[:-1], *last))


def tools_announced(state: AgentState, event: ToolsAnnounced) -> AgentState:
    """The state in which the model reads of tools behind its last step."""
    return _told(state, event.text)


def background_told(state: AgentState, event: BackgroundTold) -> AgentState:
    """The state in which the model reads behind its last step that a command has ended."""
    return _told(state, event.text)


def _told(state: AgentState, context: str) -> AgentState:
    """The state in which the model reads `context` next: behind the last step, if there is one."""
    if not state.steps:
        parts = (state.opening_context, context)
        return replace(state, opening_context="\n\n".join(filter(None, parts)))
    last = state.steps[-1]
    last = replace(last, context="\n\n".join(filter(None, (last.context, context))))
    return replace(state, steps=(*state.steps[:-1], last))


def _shown(state: AgentState, images: tuple[KeptImage, ...]) -> AgentState:
    """The state in which the model sees `images` next, where it reads what was told last."""
    if not images:
        return state
    if not state.steps:
        return replace(state, opening_images=(*state.opening_images, *images))
    last = state.steps[-1]
    return replace(state, steps=(*state.steps[:-1], replace(last, images=(*last.images, *images))))


def _with_last_step(
    state: AgentState,
    *,
    results: tuple[ToolMessage, ...] | None = None,
    nudge: str | None = None,
) -> AgentState:
    last = state.steps[-1]
    if results is not None:
        last = replace(last, results=results)
    if nudge is not None:
        last = replace(last, nudge=nudge)
    return replace(state, steps=(*state.steps[:-1], last))
