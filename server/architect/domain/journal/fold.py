"""How each journaled event changes the state of a run."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from architect.domain import shell
from architect.domain.gates import GateResult
from architect.domain.journal import conversation_changes as conversation
from architect.domain.journal.background_events import BackgroundTold
from architect.domain.journal.call_events import (
    ActionPlanned,
    FindingReported,
    HookRan,
    PlanUpdated,
    RepetitionWarned,
    ToolDecided,
    ToolFinished,
    UserAsked,
)
from architect.domain.journal.change_events import (
    ChangesNotRecorded,
    ChangesRejected,
    FileChanged,
    FileChangeIntended,
    FileProposed,
)
from architect.domain.journal.check_events import (
    CompletionRefused,
    EvaluationFinished,
    GateRan,
    GateSkipped,
    HealthMeasured,
    ReviewCovered,
    TestsRan,
    WorkReviewed,
)
from architect.domain.journal.child_events import SUBAGENT, ChildDenied, ChildReplied
from architect.domain.journal.context_events import RulesTold, ToolsAnnounced
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import (
    ContextCompacted,
    ContextNotCompacted,
    ModelItems,
    ModelNudged,
    ModelReplied,
    ModelRequested,
)
from architect.domain.journal.run_events import (
    MemoryAdded,
    RunFinished,
    RunStarted,
    RunTainted,
    SafetyNetHit,
    SecretRedacted,
    StepStarted,
    UserSaid,
)
from architect.domain.journal.state import AgentState, Denial


def apply(state: AgentState, event: Event) -> AgentState:
    """The state after `event`; events that change nothing give the state back as it is."""
    change = CHANGES.get(type(event))
    return state if change is None else change(state, event)


def _stepped(state: AgentState, event: StepStarted) -> AgentState:
    return replace(state, step=event.step)


def _requested(state: AgentState, event: ModelRequested) -> AgentState:
    return replace(
        state, last_estimate=event.estimated_tokens, context_percent=event.context_percent
    )


def _replied(state: AgentState, event: ModelReplied) -> AgentState:
    state = conversation.replied(state, event)
    if event.model in ("", *state.models[-1:]):
        return state
    others = tuple(name for name in state.models if name != event.model)
    return replace(state, models=(*others, event.model))


def _paid_for_child(state: AgentState, event: ChildReplied) -> AgentState:
    spending = state.spending.plus(event.usage, event.cost_usd, source=SUBAGENT)
    return replace(state, spending=spending)


def _decided(state: AgentState, event: ToolDecided) -> AgentState:
    if not event.allowed:
        return _denied(state, event)
    commands = state.commands_run + (event.name == shell.RUN_COMMAND or event.is_unknown)
    last = [replace(step, begun=(*step.begun, event.call_id)) for step in state.steps[-1:]]
    return replace(state, commands_run=commands, steps=(*state.steps[:-1], *last))


def _denied(state: AgentState, event: ToolDecided | ChildDenied) -> AgentState:
    denial = Denial(event.name, event.summary, event.by, event.reason)
    return replace(state, denials=(*state.denials, denial))


def _changed(state: AgentState, event: FileChanged) -> AgentState:
    state = replace(
        state,
        files_modified=_with(state.files_modified, event.path),
        untested=_with(state.untested, event.path),
    )
    if event.by_command:
        return replace(state, files_by_command=_with(state.files_by_command, event.path))
    return replace(
        state,
        files_edited=_with(state.files_edited, event.path),
        changes=state.changes + 1,
        lines_changed=state.lines_changed + event.lines_added + event.lines_removed,
    )


def _not_recorded(state: AgentState, event: ChangesNotRecorded) -> AgentState:
    return replace(state, not_recorded=(*state.not_recorded, event))


def _proposed(state: AgentState, event: FileProposed) -> AgentState:
    return replace(
        state,
        files_proposed=_with(state.files_proposed, event.path),
        lines_changed=state.lines_changed + event.lines_added + event.lines_removed,
    )


def _with(known: tuple[str, ...], one: str) -> tuple[str, ...]:
    return known if one in known else (*known, one)


def _tested(state: AgentState, event: TestsRan) -> AgentState:
    return replace(state, untested=(), tests_failed=event.exit_code != 0)


def _gated(state: AgentState, event: GateRan | GateSkipped) -> AgentState:
    """The state with the newest result of a gate in the place of an older one."""
    match event:
        case GateRan():
            result = GateResult(event.name, event.passed, event.exit_code, event.required)
        case GateSkipped():
            result = GateResult(event.name, None, None, event.required)
    others = tuple(gate for gate in state.gates if gate.name != event.name)
    return replace(state, gates=(*others, result))


def _planned(state: AgentState, event: ActionPlanned) -> AgentState:
    return replace(state, planned=(*state.planned, event.action))


def _found(state: AgentState, event: FindingReported) -> AgentState:
    known = {each.finding_id for each in state.findings}
    if event.finding.finding_id in known:
        return state
    return replace(state, findings=(*state.findings, event.finding))


def _reviewed(state: AgentState, event: WorkReviewed) -> AgentState:
    left = tuple(each for each in state.findings if each.finding_id not in event.fixed)
    return replace(state, findings=left)


def _health_measured(state: AgentState, event: HealthMeasured) -> AgentState:
    return replace(state, health=event)


def _covered(state: AgentState, event: ReviewCovered) -> AgentState:
    return replace(state, coverage=(*state.coverage, *event.files))


def _asked(state: AgentState, event: UserAsked) -> AgentState:
    return replace(state, asked=(*state.asked, event.asked))


def _planned_anew(state: AgentState, event: PlanUpdated) -> AgentState:
    return replace(state, plan=event.steps)


def _intended(state: AgentState, event: FileChangeIntended) -> AgentState:
    if any(path == event.path for path, _ in state.contents_before):
        return state
    before = (event.path, event.before_sha256)
    return replace(state, contents_before=(*state.contents_before, before))


def _evaluated(state: AgentState, event: EvaluationFinished) -> AgentState:
    return replace(state, evaluations=(*state.evaluations, event))


def _redacted(state: AgentState, event: SecretRedacted) -> AgentState:
    return replace(state, redactions=(*state.redactions, event))


def _remembered(state: AgentState, event: MemoryAdded) -> AgentState:
    return replace(state, remembered=(*state.remembered, event.text))


def _tainted(state: AgentState, event: RunTainted) -> AgentState:
    return replace(state, taints=_with(state.taints, event.source))


def _stopped(state: AgentState, event: SafetyNetHit) -> AgentState:
    return replace(state, stop_reason=event.reason)


def _over(state: AgentState, event: RunFinished) -> AgentState:
    return replace(
        state,
        status=event.status,
        stop_reason=event.stop_reason,
        output=event.output,
        error=event.error,
        duration_s=event.duration_s,
    )


CHANGES: Mapping[type[Event], Callable[[AgentState, Any], AgentState]] = {
    RunStarted: conversation.started,
    UserSaid: conversation.said,
    StepStarted: _stepped,
    ModelRequested: _requested,
    ModelItems: conversation.items_kept,
    ModelReplied: _replied,
    ModelNudged: conversation.nudged,
    ToolDecided: _decided,
    ToolFinished: conversation.finished,
    FileChangeIntended: _intended,
    FileChanged: _changed,
    FileProposed: _proposed,
    ChangesNotRecorded: _not_recorded,
    ChangesRejected: conversation.rejected,
    ActionPlanned: _planned,
    ChildReplied: _paid_for_child,
    ChildDenied: _denied,
    FindingReported: _found,
    WorkReviewed: _reviewed,
    HealthMeasured: _health_measured,
    ReviewCovered: _covered,
    PlanUpdated: _planned_anew,
    UserAsked: _asked,
    ContextCompacted: conversation.compacted,
    ContextNotCompacted: conversation.not_compacted,
    RepetitionWarned: conversation.warned,
    HookRan: conversation.hooked,
    RulesTold: conversation.rules_told,
    BackgroundTold: conversation.background_told,
    ToolsAnnounced: conversation.tools_announced,
    TestsRan: _tested,
    GateRan: _gated,
    GateSkipped: _gated,
    CompletionRefused: conversation.refused,
    EvaluationFinished: _evaluated,
    SecretRedacted: _redacted,
    RunTainted: _tainted,
    MemoryAdded: _remembered,
    SafetyNetHit: _stopped,
    RunFinished: _over,
}
"""What an event of each kind changes; the others change nothing."""
