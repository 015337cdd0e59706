"""Pipeline step 6: in a dry run, what would change something is planned instead of done."""

from architect.domain.effect import Effect
from architect.domain.outcome import PlannedAction
from architect.domain.tool_result import ToolResult, succeeded
from architect.execution.validate import ValidCall


def plan(call: ValidCall, step: int) -> PlannedAction | None:
    """What to note down instead of running the call; None for a read, which really runs."""
    if call.tool.effect is Effect.READ:
        return None
    return PlannedAction(step, call.tool.name, call.traits.summary)


def planned_result(action: PlannedAction) -> ToolResult:
    """What the model reads instead of a result."""
    return succeeded(f"[DRY-RUN] Would execute: {action.tool} {action.summary}".rstrip())
