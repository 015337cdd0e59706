"""Events that a person is warned of, in words."""

from architect.domain.escape_controls import in_one_line
from architect.domain.journal.call_events import RepetitionWarned
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import ModelNudged, ModelRetried
from architect.domain.journal.run_events import (
    BudgetWarned,
    RunTainted,
    SafetyNetHit,
    ToolLeftOut,
)


def warning(event: Event) -> str | None:
    """What to say whenever there is such an `event`; None if it is nothing to warn of."""
    match event:
        case ModelRetried(attempt=attempt, delay_s=delay_s, reason=reason):
            return f"model: {reason}; attempt {attempt + 1} in {delay_s:.1f} s"
        case ModelNudged(reason=reason):
            return f"model: {reason}; retrying"
        case BudgetWarned(message=message):
            return f"budget: {message}"
        case RunTainted(source=source):
            return (
                f"untrusted content: {source}; from now on, whatever sends data out of the "
                "workspace requires confirmation"
            )
        case ToolLeftOut(source=source, name=name, reason=reason):
            return f"tool left out: {in_one_line(f'{name} of {source}')}: {reason}"
        case SafetyNetHit(message=message):
            return f"stopping: {message}"
        case RepetitionWarned(count=count):
            return f"the model repeats itself: the same result {count} times"
        case _:
            return None
