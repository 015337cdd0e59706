"""The state of a run: the fold of its journaled events, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from architect.domain import events as ev
from architect.domain.completion import FinishReason
from architect.domain.findings import Finding
from architect.domain.gates import GateResult
from architect.domain.hooks import HookEvent
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.outcome import PlannedAction, RunError, Status, StopReason
from architect.domain.usage import NO_USAGE, Usage

MAX_TOKEN_FACTOR = 4.0
"""A provider that counts more than one token for each byte is taken to count wrongly."""


@dataclass(frozen=True, slots=True)
class Step:
    """One model reply, the results of its calls, and what the model was told about it.

    `context` is what hooks said since.
    """

    number: int
    reply: AssistantMessage
    finish: FinishReason
    results: tuple[ToolMessage, ...] = ()
    nudge: str | None = None
    context: str = ""

    @property
    def messages(self) -> tuple[Message, ...]:
        """The step as conversation, results in the order of their calls.

        An empty reply, or one of white space only, is left out, since providers refuse it.
        """
        reply = (self.reply,) if self.reply.text.strip() or self.reply.calls else ()
        by_id = {result.call_id: result for result in self.results}
        results = (by_id[call.id] for call in self.reply.calls if call.id in by_id)
        told = "\n\n".join(filter(None, (self.nudge, self.context)))
        return (*reply, *results, *((UserMessage(told),) if told else ()))

    @property
    def unanswered(self) -> tuple[ToolCall, ...]:
        answered = {result.call_id for result in self.results}
        return tuple(call for call in self.reply.calls if call.id not in answered)


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A finished call, as reports list it."""

    call_id: CallId
    name: str
    path: str | None
    success: bool
    error: str | None


@dataclass(frozen=True, slots=True)
class Denial:
    """A call that was not allowed to run, and by what."""

    name: str
    summary: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class HookFailure:
    """A hook that did not do its work, when, and why."""

    event: HookEvent
    name: str
    problem: str


@dataclass(frozen=True, slots=True)
class Spending:
    """Tokens and money so far, also by what they were spent on (`agent`, `summary`).

    `unpriced_calls` counts the replies whose price is unknown and so not part of `cost_usd`.
    """

    usage: Usage = NO_USAGE
    cost_usd: float = 0.0
    unpriced_calls: int = 0
    by_source: Mapping[str, "Spending"] = field(default_factory=dict[str, "Spending"])

    def plus(self, usage: Usage, cost_usd: float | None, *, source: str | None) -> "Spending":
        """The spending after one more reply; without a `source` it is not told apart."""
        by_source = dict(self.by_source)
        if source is not None:
            before = by_source.get(source, Spending())
            by_source[source] = before.plus(usage, cost_usd, source=None)
        return Spending(
            self.usage + usage,
            self.cost_usd + (cost_usd or 0.0),
            self.unpriced_calls + (cost_usd is None),
            by_source,
        )


@dataclass(frozen=True, slots=True)
class AgentState:
    """Everything known about a run after some of its events.

    `step` is the number of the last started step, 0 before the first. `steps` holds what is still
    sent to the model; `compaction_note` stands for what is not. `opening_context` is what
    hooks said before the first step. `token_factor` is how many tokens the provider counted for
    each one we estimated, never below 1. `changes` counts file changes, `lines_changed` the lines
    in them, `commands_run` the commands that were let through. `untested` are the files changed
    since tests ran last, `gates` how each gate went last, `sent_back` how often "done" was not.
    `taints` are the places outside that texts came from.
    """

    started: ev.RunStarted | None = None
    step: int = 0
    steps: tuple[Step, ...] = ()
    opening_context: str = ""
    compaction_note: str | None = None
    closing_text: str | None = None
    last_estimate: int = 0
    token_factor: float = 1.0
    spending: Spending = field(default_factory=Spending)
    tools_used: tuple[ToolUse, ...] = ()
    files_modified: tuple[str, ...] = ()
    changes: int = 0
    lines_changed: int = 0
    commands_run: int = 0
    untested: tuple[str, ...] = ()
    gates: tuple[GateResult, ...] = ()
    sent_back: int = 0
    denials: tuple[Denial, ...] = ()
    hook_failures: tuple[HookFailure, ...] = ()
    planned: tuple[PlannedAction, ...] = ()
    redactions: tuple[ev.SecretRedacted, ...] = ()
    taints: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    stop_reason: StopReason | None = None
    status: Status | None = None
    output: str = ""
    error: RunError | None = None
    duration_s: float = 0.0

    @property
    def opening(self) -> tuple[Message, ...]:
        """The messages every request starts with."""
        if self.started is None:
            return ()
        parts = (self.started.opening, self.opening_context, self.compaction_note)
        opening = "\n\n".join(filter(None, parts))
        return (SystemMessage(self.started.system), UserMessage(opening))

    @property
    def unmet_checks(self) -> tuple[str, ...]:
        """The required gates that have not passed, or were never run."""
        wanted = self.started.required_gates if self.started else ()
        passed = {gate.name for gate in self.gates if gate.passed}
        return tuple(name for name in wanted if name not in passed)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The conversation as it is sent to the model."""
        return (*self.opening, *(message for step in self.steps for message in step.messages))


def apply(state: AgentState, event: ev.Event) -> AgentState:  # noqa: PLR0912 - one case an event
    """The state after `event`; events that change nothing give the state back as it is."""
    match event:
        case ev.RunStarted():
            return replace(state, started=event)
        case ev.StepStarted():
            return replace(state, step=event.step)
        case ev.ModelRequested():
            return replace(state, last_estimate=event.estimated_tokens)
        case ev.ModelReplied():
            return _replied(state, event)
        case ev.ModelNudged():
            return _with_last_step(state, nudge=event.text)
        case ev.ToolDecided(allowed=False):
            denial = Denial(event.name, event.summary, event.by, event.reason)
            return replace(state, denials=(*state.denials, denial))
        case ev.ToolDecided(name="run_command"):
            return replace(state, commands_run=state.commands_run + 1)
        case ev.ToolFinished():
            return _finished(state, event)
        case ev.FileChanged():
            return _changed(state, event)
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


def _replied(state: AgentState, event: ev.ModelReplied) -> AgentState:
    source = "agent" if event.purpose == "step" else "summary"
    spending = state.spending.plus(event.usage or NO_USAGE, event.cost_usd, source=source)
    factor = state.token_factor
    counted = event.usage is not None and not event.usage.estimated
    if event.usage and counted and state.last_estimate:
        factor = min(MAX_TOKEN_FACTOR, max(1.0, event.usage.input_tokens / state.last_estimate))
    state = replace(state, spending=spending, token_factor=factor)
    if event.purpose == "close":
        return replace(state, closing_text=event.text)
    step = Step(event.step, AssistantMessage(event.text, event.calls), event.finish)
    return replace(state, steps=(*state.steps, step))


def _finished(state: AgentState, event: ev.ToolFinished) -> AgentState:
    use = ToolUse(event.call_id, event.name, event.path, event.success, event.error)
    last = state.steps[-1]
    result = ToolMessage(event.call_id, event.name, event.text)
    state = replace(state, tools_used=_in_order(state.tools_used, use, last))
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
    if not event.emptied_calls:
        return state
    emptied = set(event.emptied_calls)
    results = tuple(
        replace(result, text=event.placeholder) if result.call_id in emptied else result
        for result in state.steps[-1].results
    )
    return _with_last_step(state, results=results)


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
