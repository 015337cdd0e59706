"""Events that a person is warned of, in words."""

from architect.domain.escape_controls import in_one_line
from architect.domain.journal.call_events import RepetitionWarned
from architect.domain.journal.change_events import ChangesNotRecorded
from architect.domain.journal.context_events import MentionLeftOut
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import (
    ContextNotCompacted,
    ModelNudged,
    ModelSwitched,
    ModelWarned,
)
from architect.domain.journal.run_events import (
    BudgetWarned,
    RunTainted,
    ToolLeftOut,
)
from architect.domain.text.counted import counted

_MOST_NAMED = 3


def warning(event: Event) -> str | None:
    """What to say whenever there is such an `event`; None if it is nothing to warn of."""
    match event:
        case ModelNudged(reason=reason):
            return f"model: {reason}; retrying"
        case ModelWarned(message=message):
            return f"model: {message}"
        case ModelSwitched(before=before, model=model, reason=reason):
            return f"model: {model} takes over from {before}: {reason}"
        case BudgetWarned(message=message):
            return f"budget: {message}"
        case RunTainted(source=source):
            return (
                f"untrusted content: {source}; from now on, whatever sends data out of the "
                "workspace requires confirmation"
            )
        case ChangesNotRecorded():
            return _not_recorded(event)
        case ToolLeftOut(source=source, name="", reason=reason):
            return f"tools of {in_one_line(source)} left out: {reason}"
        case ToolLeftOut(source=source, name=name, reason=reason):
            return f"tool left out: {in_one_line(f'{name} of {source}')}: {reason}"
        case ContextNotCompacted(reason=reason):
            return f"context not summed up: {reason}"
        case MentionLeftOut(mention=mention, reason=reason):
            return f"not attached: {mention}: {reason}"
        case RepetitionWarned(count=count):
            return f"the model repeats itself: the same result {count} times"
        case _:
            return None


def _not_recorded(changes: ChangesNotRecorded) -> str:
    """What undo does not cover of the changes that a command made."""
    if not changes.count:
        return f"undo does not cover this command: {changes.reason}"
    named = ", ".join(map(in_one_line, changes.paths[:_MOST_NAMED]))
    more = ", ..." if changes.count > _MOST_NAMED else ""
    files = counted(changes.count, "changed file")
    return f"undo does not cover {files}: {changes.reason} ({named}{more})"
