"""Events in a stable short form, one line each, for people to read and for tests to compare."""

from collections.abc import Iterable
from pathlib import Path

from architect.domain.health.words import change_words
from architect.domain.journal.background_events import (
    BackgroundEnded,
    BackgroundKept,
    BackgroundStarted,
    BackgroundTold,
)
from architect.domain.journal.call_events import (
    ActionPlanned,
    FindingReported,
    HookRan,
    PlanUpdated,
    RepetitionWarned,
    SandboxMissing,
    ToolDecided,
    ToolFinished,
    ToolRequested,
    UserAsked,
)
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
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
from architect.domain.journal.checkpoint_events import CheckpointFailed, CheckpointMade
from architect.domain.journal.context_events import MentionLeftOut, RulesTold, ToolsAnnounced
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import (
    ContextCompacted,
    ModelNudged,
    ModelReplied,
    ModelRequested,
)
from architect.domain.journal.run_events import (
    BudgetWarned,
    MemoryAdded,
    RunFinished,
    RunStarted,
    SafetyNetHit,
    StepStarted,
    ToolLeftOut,
)
from architect.domain.review_scope import shown_place

MAX_CHARS = 100


def event_lines(events: Iterable[Event], root: Path) -> str:
    """What happened, without times and ids; the workspace root is shown as $WORKSPACE."""
    return "".join(f"{_line(event).replace(str(root), '$WORKSPACE')}\n" for event in events)


def _line(event: Event) -> str:
    return f"{event.type:<17} {_telling(event)}".rstrip()


def _telling(event: Event) -> str:
    match event:
        case RunStarted():
            dry = ", dry run" if event.dry_run else ""
            return f"{event.agent}, {event.mode}{dry}, at most {event.max_steps} steps"
        case StepStarted():
            return str(event.step)
        case ModelRequested():
            return f"{event.purpose}, {event.messages} messages"
        case ModelReplied():
            names = ", ".join(call.name for call in event.calls)
            thought = f"({_short(event.reasoning)})" if event.reasoning else ""
            parts = filter(None, (thought, _short(event.text), names))
            return f"{event.finish}: {' -> '.join(parts)}"
        case ModelNudged():
            return event.reason
        case ToolRequested():
            return f"{event.name} {_short(event.arguments)}"
        case ToolDecided():
            verb = "allowed" if event.allowed else "denied"
            reason = f": {event.reason}" if event.reason else ""
            return f"{event.name} {event.summary} {verb} by {event.by}{reason}"
        case ToolFinished():
            verb = "ok" if event.success else "failed"
            return f"{event.name} {verb}: {_short(event.text)}"
        case FileChangeIntended():
            return event.path
        case FileChanged():
            return f"{event.kind} {event.path} +{event.lines_added} -{event.lines_removed}"
        case _:
            return _others(event)


def _others(event: Event) -> str:
    match event:
        case ActionPlanned():
            return f"{event.action.tool} {event.action.summary}"
        case ContextCompacted():
            return f"{event.dropped_steps} steps, {len(event.emptied_calls)} results left out"
        case RepetitionWarned():
            return f"{event.count} times"
        case SafetyNetHit():
            return f"{event.reason}: {event.message}"
        case BudgetWarned():
            return event.message
        case HookRan():
            said = ": ".join(filter(None, (event.problem, _short(event.output))))
            return f"{event.hook_event} {event.name} {event.outcome}: {said}".removesuffix(": ")
        case SandboxMissing():
            return event.reason
        case ToolLeftOut():
            return f"{event.name} of {event.source}: {event.reason}"
        case RunFinished():
            return f"{event.status}, {event.stop_reason}"
        case _:
            return _told(event) or _checks(event)


def _told(event: Event) -> str:
    """What an agent tells by a tool."""
    match event:
        case PlanUpdated(steps=steps):
            return "; ".join(step.line for step in steps)
        case UserAsked(asked=asked):
            return f"{asked.question} {asked.answer}"
        case MemoryAdded():
            return f"{event.kind}: {_short(event.text)}"
        case FindingReported(finding=finding):
            place = f"{finding.path}:{finding.line}-{finding.end_line}"
            return f"{finding.severity} {place} {finding.title}"
        case _:
            return ""


def _checks(event: Event) -> str:
    match event:
        case GateRan():
            verb = "passed" if event.passed else "failed"
            return f"{event.name} {verb}, exit code {event.exit_code}: {_short(event.output)}"
        case GateSkipped():
            return f"{event.name}: {event.reason}"
        case CompletionRefused():
            return event.reason
        case EvaluationFinished():
            found = "accepted" if event.accepted else "not accepted"
            return f"{found}: {'; '.join(event.issues) or event.problem}"
        case WorkReviewed():
            return f"findings {event.findings}, sent back {event.sent_back}: {event.problem}"
        case HealthMeasured():
            changes = [*event.worse, *event.better]
            return "; ".join(map(change_words, changes)) or event.problem
        case ReviewCovered():
            return "; ".join(f"{shown_place(each)} {each.reason}".strip() for each in event.files)
        case TestsRan():
            return f"exit code {event.exit_code}"
        case MentionLeftOut():
            return f"{event.mention}: {event.reason}"
        case RulesTold():
            return event.path
        case ToolsAnnounced():
            return f"{event.source}: {_short(event.text)}"
        case _:
            return _in_background(event)


def _in_background(event: Event) -> str:
    match event:
        case CheckpointMade():
            return f"step {event.step}"
        case CheckpointFailed():
            return event.reason
        case BackgroundStarted() | BackgroundKept():
            return f"{event.handle}: {event.command}"
        case BackgroundEnded():
            return f"{event.handle}: by {event.by}, exit code {event.exit_code}"
        case BackgroundTold():
            return _short(event.text)
        case _:
            return ""


def _short(text: str) -> str:
    """The text in one line, and not all of it if it is long."""
    line = text.replace("\r", "\\r").replace("\n", "\\n")
    return line if len(line) <= MAX_CHARS else f"{line[:MAX_CHARS]}..."
