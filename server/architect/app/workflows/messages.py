"""What the commit of a unit says: what was done and by whom."""

from architect.domain.ids import WorkflowId
from architect.domain.workflows.unit import Unit, UnitResult

_MOST_TITLE = 72
_MOST_BODY = 2_000


def commit_message(workflow_id: WorkflowId, unit: Unit, result: UnitResult) -> str:
    """Title, last words of the agent, and trailers as `git interpret-trailers` reads them."""
    lines = [line.strip() for line in unit.task.split("\n") if line.strip()]
    title = (lines or ["Changes by an agent"])[0]
    if len(title) > _MOST_TITLE:
        title = title[: _MOST_TITLE - 3].rstrip() + "..."
    trailers = {
        "Architect-Workflow": workflow_id,
        "Architect-Session": result.session_id or "",
        "Architect-Agent": unit.agent,
        "Architect-Model": unit.model or "",
        "Architect-Status": result.shortcoming or "success",
    }
    told = "\n".join(f"{name}: {' '.join(each.split())}" for name, each in trailers.items() if each)
    body = result.output.strip()[:_MOST_BODY]
    return "\n\n".join(filter(None, (title, body, told))) + "\n"
