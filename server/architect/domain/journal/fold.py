"""How each journaled event changes the state of a run."""

from dataclasses import replace

from architect.domain import shell
from architect.domain.gates import GateResult
from architect.domain.ids import CallId
from architect.domain.journal import events as ev
from architect.domain.journal.state import (
    AgentState,
    Denial,
    EarlierRuns,
    HookFailure,
    Step,
    ToolUse,
)
from architect.domain.journal.unanswered import ENDED, results_of_unanswered
from architect.domain.messages import AssistantMessage, ToolMessage
from architect.domain.model_exchange import FinishReason
from architect.domain.usage import NO_USAGE

MAX_TOKEN_FACTOR = 4.0
"""A provider that counts more than one token for each byte is taken to count wrongly."""


def apply(state: AgentState, event: ev.Event) -> AgentState:  # noqa: PLR0912 - one case an event
    """The state after `event`; events that change nothing give the state back as it is."""
    match event:
        case ev.RunStarted():
            return _started(state, event)
        case ev.StepStarted():
            return replace(state, step=event.step)
        case ev.ModelRequested():
            return replace(state, last_estimate=event.estimated_tokens)
        case ev.ModelReplied():
            return _replied(state, event)
        case ev.ChildReplied(usage=usage, cost_usd=cost_usd):
            return replace(state, spending=state.spending.plus(usage, cost_usd, source="children"))
        case ev.ModelNudged():
            return _with_last_step(state, nudge=event.text)
        case ev.ToolDecided(allowed=False) | ev.ChildDenied():
            denial = Denial(event.name, event.summary, event.by, event.reason)
            return replace(state, denials=(*state.denials, denial))
        case ev.ToolDecided():
            return _allowed(state, event)
        case ev.ToolFinished():
            return _finished(state, event)
        case ev.FileChanged():
            return _changed(state, event)
        case ev.FileProposed():
            return replace(
                state,
                files_proposed=_with(state.files_proposed, event.path),
                lines_changed=state.lines_changed + event.lines_added + event.lines_removed,
            )
        case ev.TestsRan():
            return replace(state, untested=())
        case ev.GateRan() | ev.GateSkipped():
            return _gated(state, event)
        case ev.CompletionRefused():
            state = replace(state, sent_back=state.sent_back + 1)
            return _with_last_step(state, nudge=event.text)
        case ev.ActionPlanned():
            return replace(state, planned=(*state.planned, event.action))
        case ev.FindingReported():
            return replace(state, findings=(*state.findings, event.finding))
        case ev.ContextCompacted():
            return _compacted(state, event)
        case ev.RepetitionWarned():
            return _annotated(state, event.call_id, event.text)
        case ev.HookRan():
            return _hooked(state, event)
        case ev.ChangesRejected():
            return _told(state, _rejected(event))
        case ev.SecretRedacted():
            return replace(state, redactions=(*state.redactions, event))
        case ev.RunTainted():
            return replace(state, taints=_with(state.taints, event.source))
        case ev.SafetyNetHit():
            return replace(state, stop_reason=event.reason)
        case ev.RunFinished():
            return replace(
                state,
                status=event.status,
                stop_reason=event.stop_reason,
                output=event.output,
                error=event.error,
                duration_s=event.duration_s,
            )
        case _:
            return state


def _started(state: AgentState, event: ev.RunStarted) -> AgentState:
    """The state at the start of a run; behind another run of the session the conversation goes on.

    Only the conversation does, with what it costs and where it comes from: steps, changes, denials
    and checks are counted anew. What was not tested is no less so now.
    """
    if state.started is None:
        return replace(state, started=event)
    opening = state.earlier.opening if state.earlier else state.started.opening
    going_on = AgentState(
        started=event,
        earlier=EarlierRuns(opening, state.session_spending, state.session_files),
        steps=_ended_steps(state),
        opening_context=state.opening_context,
        compaction_note=state.compaction_note,
        token_factor=state.token_factor,
        untested=state.untested,
        taints=state.taints,
    )
    return _told(_told(going_on, _proposals(state.files_proposed)), event.opening)


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


def _replied(state: AgentState, event: ev.ModelReplied) -> AgentState:
    """The state with the cost of a reply, and what it says, if that belongs to the conversation."""
    source = "agent" if event.purpose == "step" else "summary"
    spending = state.spending.plus(event.usage or NO_USAGE, event.cost_usd, source=source)
    factor = state.token_factor
    counted = event.usage is not None and not event.usage.estimated
    if event.usage and counted and state.last_estimate:
        factor = min(MAX_TOKEN_FACTOR, max(1.0, event.usage.input_tokens / state.last_estimate))
    state = replace(state, spending=spending, token_factor=factor)
    match event.purpose:
        case "step":
            step = Step(event.step, AssistantMessage(event.text, event.calls), event.finish)
            return replace(state, steps=(*state.steps, step))
        case "close":
            return replace(state, closing_text=event.text)
        case _:
            return state


def _allowed(state: AgentState, event: ev.ToolDecided) -> AgentState:
    commands = state.commands_run + (event.name == shell.RUN_COMMAND)
    last = [replace(step, begun=(*step.begun, event.call_id)) for step in state.steps[-1:]]
    return replace(state, commands_run=commands, steps=(*state.steps[:-1], *last))


def _finished(state: AgentState, event: ev.ToolFinished) -> AgentState:
    use = ToolUse(event.call_id, event.name, event.path, event.success, event.error)
    last = state.steps[-1]
    result = ToolMessage(event.call_id, event.name, event.text)
    state = replace(state, tools_used=_in_order(state.tools_used, use, last))
    if event.seen is not None:
        last = replace(last, seen=(*last.seen, (event.call_id, event.seen)))
        state = replace(state, steps=(*state.steps[:-1], last))
    return _with_last_step(state, results=(*last.results, result))


def _changed(state: AgentState, event: ev.FileChanged) -> AgentState:
    return replace(
        state,
        files_modified=_with(state.files_modified, event.path),
        changes=state.changes + 1,
        lines_changed=state.lines_changed + event.lines_added + event.lines_removed,
        untested=_with(state.untested, event.path),
    )


def _with(known: tuple[str, ...], one: str) -> tuple[str, ...]:
    return known if one in known else (*known, one)


def _gated(state: AgentState, event: ev.GateRan | ev.GateSkipped) -> AgentState:
    """The state with the newest result of a gate in the place of an older one."""
    match event:
        case ev.GateRan():
            result = GateResult(event.name, event.passed, event.exit_code, event.required)
        case ev.GateSkipped():
            result = GateResult(event.name, None, None, event.required)
    others = tuple(gate for gate in state.gates if gate.name != event.name)
    return replace(state, gates=(*others, result))


def _in_order(uses: tuple[ToolUse, ...], use: ToolUse, step: Step) -> tuple[ToolUse, ...]:
    """`uses` with one more of `step`, whose calls stand in their order, whichever ended first."""
    places = {call.id: place for place, call in enumerate(step.reply.calls)}
    before = len(uses) - len(step.results)
    of_step = sorted((*uses[before:], use), key=lambda one: places.get(one.call_id, len(places)))
    return (*uses[:before], *of_step)


def _compacted(state: AgentState, event: ev.ContextCompacted) -> AgentState:
    state = replace(state, steps=state.steps[event.dropped_steps :], compaction_note=event.note)
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


def _annotated(state: AgentState, call_id: CallId, text: str) -> AgentState:
    results = tuple(
        replace(result, text=f"{result.text}\n{text}") if result.call_id == call_id else result
        for result in state.steps[-1].results
    )
    return _with_last_step(state, results=results)


def _hooked(state: AgentState, event: ev.HookRan) -> AgentState:
    if event.problem:
        failure = HookFailure(event.hook_event, event.name, event.problem)
        return replace(state, hook_failures=(*state.hook_failures, failure))
    return _told(state, event.context) if event.context else state


def _rejected(event: ev.ChangesRejected) -> str:
    """What the model is told of changes that the user did not want."""
    said = f" The user says: {event.note}" if event.note else ""
    paths = ", ".join(event.paths)
    told = f"The user rejected these changes of yours in {paths}; do not make them again.{said}"
    return f"{told}\n\n{event.patch}".rstrip()


def _told(state: AgentState, context: str) -> AgentState:
    """The state in which the model reads `context` next: behind the last step, if there is one."""
    if not state.steps:
        parts = (state.opening_context, context)
        return replace(state, opening_context="\n\n".join(filter(None, parts)))
    last = state.steps[-1]
    last = replace(last, context="\n\n".join(filter(None, (last.context, context))))
    return replace(state, steps=(*state.steps[:-1], last))


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
