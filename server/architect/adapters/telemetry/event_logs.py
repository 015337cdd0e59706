"""What of the events of a run is told as a log record, and what of it without content."""

from collections.abc import Mapping
from typing import Literal

from architect.adapters.telemetry.names import first_word
from architect.domain.journal.call_events import (
    FindingReported,
    HookRan,
    RepetitionWarned,
    SandboxMissing,
    ToolDecided,
)
from architect.domain.journal.check_events import (
    CompletionRefused,
    EvaluationFinished,
    GateRan,
    GateSkipped,
    HealthMeasured,
    TestsRan,
    WorkReviewed,
)
from architect.domain.journal.checkpoint_events import CheckpointFailed
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import (
    ContextCompacted,
    ContextNotCompacted,
    ModelNudged,
    ModelRetried,
    ModelSwitched,
    ModelWarned,
)
from architect.domain.journal.run_events import (
    BudgetWarned,
    RunFinished,
    RunStarted,
    RunTainted,
    SafetyNetHit,
    SecretRedacted,
)
from architect.frozen import frozen

Level = Literal["info", "warn", "error"]
Value = str | int | float | bool


@frozen
class LogEntry:
    """One log record: `text` is content; the `attributes` hold none."""

    level: Level
    attributes: dict[str, Value]
    text: str = ""


def log_entry(event: Event) -> LogEntry | None:
    """What is told of `event`; None if that is nothing, or all of it is in spans."""
    return _of_run(event) or _of_model(event) or _of_checks(event)


def _of_run(event: Event) -> LogEntry | None:
    match event:
        case RunStarted():
            facts = {"mode": str(event.mode), "dry_run": event.dry_run}
            return _entry("info", facts | {"max_steps": event.max_steps}, event.task)
        case RunFinished(error=error):
            facts = {"status": str(event.status), "stop_reason": str(event.stop_reason)}
            if error is None:
                return _entry("info", facts)
            return _entry("error", facts | {"error": str(error.kind)}, error.message)
        case BudgetWarned(message=message):
            return _entry("warn", {}, message)
        case SafetyNetHit(reason=reason, message=message):
            return _entry("warn", {"reason": str(reason)}, message)
        case SecretRedacted(rule=rule, count=count, where=where):
            return _entry("warn", {"rule": first_word(rule), "count": count}, where)
        case RunTainted(source=source):
            return _entry("warn", {}, source)
        case ToolDecided(allowed=False):
            facts = {"tool": first_word(event.name), "by": first_word(event.by)}
            return _entry("warn", facts, f"{event.summary}\n{event.reason}".strip())
        case SandboxMissing(reason=reason):
            return _entry("warn", {}, reason)
        case CheckpointFailed(reason=reason):
            return _entry("warn", {}, reason)
        case HookRan():
            failed = event.outcome not in ("ok", "blocked")
            facts: dict[str, Value] = {
                "hook_event": str(event.hook_event),
                "outcome": str(event.outcome),
                "duration": event.duration_s,
            }
            return _entry("warn" if failed else "info", facts, f"{event.name}: {event.output}")
        case _:
            return None


def _of_model(event: Event) -> LogEntry | None:
    match event:
        case ModelRetried():
            facts = {"attempt": event.attempt, "delay": event.delay_s}
            return _entry("warn", facts, event.reason)
        case ModelSwitched(reason=reason):
            return _entry("warn", {}, reason)
        case ModelWarned(message=message):
            return _entry("warn", {}, message)
        case ModelNudged(text=text):
            return _entry("info", {}, text)
        case RepetitionWarned(count=count):
            return _entry("warn", {"count": count})
        case ContextCompacted():
            before, after = event.tokens_before, event.tokens_after
            facts = {"steps": event.dropped_steps, "tokens_before": before, "tokens_after": after}
            return _entry("info", facts, event.summary)
        case ContextNotCompacted(reason=reason):
            return _entry("warn", {}, reason)
        case _:
            return None


def _of_checks(event: Event) -> LogEntry | None:
    match event:
        case TestsRan(exit_code=exit_code):
            return _entry("info", {"exit_code": exit_code})
        case GateRan():
            facts = {"passed": event.passed, "required": event.required}
            level = "info" if event.passed else "warn"
            return _entry(level, facts | {"duration": event.duration_s}, event.command)
        case GateSkipped():
            return _entry("warn", {"required": event.required}, event.command)
        case CompletionRefused(text=text):
            return _entry("warn", {}, text)
        case FindingReported(finding=finding):
            facts = {"severity": str(finding.severity), "category": str(finding.category)}
            return _entry("info", facts, f"{finding.path}:{finding.line}: {finding.title}")
        case WorkReviewed():
            return _entry("info", {"findings": event.findings, "sent_back": event.sent_back})
        case HealthMeasured():
            facts = {"worse": event.worse_count, "better": event.better_count}
            return _entry("info", facts, event.problem)
        case EvaluationFinished():
            return _entry("info", {"accepted": event.accepted}, "\n".join(event.issues))
        case _:
            return None


def _entry(level: Level, facts: Mapping[str, Value], text: str = "") -> LogEntry:
    return LogEntry(level, {f"architect.{name}": value for name, value in facts.items()}, text)
