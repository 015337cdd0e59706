"""Events in a stable short form, one line each, for people to read and for tests to compare."""

from collections.abc import Iterable
from pathlib import Path

from architect.domain.journal import events as ev
from architect.domain.journal.events import Event

MAX_CHARS = 100


def event_lines(events: Iterable[Event], root: Path) -> str:
    """What happened, without times and ids; the workspace root is shown as $WORKSPACE."""
    return "".join(f"{_line(event).replace(str(root), '$WORKSPACE')}\n" for event in events)


def _line(event: Event) -> str:
    return f"{event.type:<17} {_telling(event)}".rstrip()


def _telling(event: Event) -> str:
    match event:
        case ev.RunStarted():
            dry = ", dry run" if event.dry_run else ""
            return f"{event.agent}, {event.mode}{dry}, at most {event.max_steps} steps"
        case ev.StepStarted():
            return str(event.step)
        case ev.ModelRequested():
            return f"{event.purpose}, {event.messages} messages"
        case ev.ModelReplied():
            names = ", ".join(call.name for call in event.calls)
            return f"{event.finish}: {' -> '.join(filter(None, (_short(event.text), names)))}"
        case ev.ModelNudged():
            return event.reason
        case ev.ToolRequested():
            return f"{event.name} {_short(event.arguments)}"
        case ev.ToolDecided():
            verb = "allowed" if event.allowed else "denied"
            reason = f": {event.reason}" if event.reason else ""
            return f"{event.name} {event.summary} {verb} by {event.by}{reason}"
        case ev.ToolFinished():
            verb = "ok" if event.success else "failed"
            return f"{event.name} {verb}: {_short(event.text)}"
        case ev.FileChangeIntended():
            return event.path
        case ev.FileChanged():
            return f"{event.kind} {event.path} +{event.lines_added} -{event.lines_removed}"
        case _:
            return _others(event)


def _others(event: Event) -> str:
    match event:
        case ev.ActionPlanned():
            return f"{event.action.tool} {event.action.summary}"
        case ev.FindingReported(finding=finding):
            place = f"{finding.path}:{finding.line}-{finding.end_line}"
            return f"{finding.severity} {place} {finding.title}"
        case ev.ContextCompacted():
            return f"{event.dropped_steps} steps, {len(event.emptied_calls)} results left out"
        case ev.RepetitionWarned():
            return f"{event.count} times"
        case ev.SafetyNetHit():
            return f"{event.reason}: {event.message}"
        case ev.BudgetWarned():
            return event.message
        case ev.HookRan():
            said = ": ".join(filter(None, (event.problem, _short(event.output))))
            return f"{event.hook_event} {event.name} {event.outcome}: {said}".removesuffix(": ")
        case ev.SandboxMissing():
            return event.reason
        case ev.ToolLeftOut():
            return f"{event.name} of {event.source}: {event.reason}"
        case ev.RunFinished():
            return f"{event.status}, {event.stop_reason}"
        case _:
            return _checks(event)


def _checks(event: Event) -> str:
    match event:
        case ev.GateRan():
            verb = "passed" if event.passed else "failed"
            return f"{event.name} {verb}, exit code {event.exit_code}: {_short(event.output)}"
        case ev.GateSkipped():
            return f"{event.name}: {event.reason}"
        case ev.CompletionRefused():
            return event.reason
        case ev.TestsRan():
            return f"exit code {event.exit_code}"
        case _:
            return ""


def _short(text: str) -> str:
    """The text in one line, and not all of it if it is long."""
    line = text.replace("\r", "\\r").replace("\n", "\\n")
    return line if len(line) <= MAX_CHARS else f"{line[:MAX_CHARS]}..."
