"""How a run ended, as a tool answers it."""

from collections.abc import Mapping
from typing import Any

from architect.app.ending_words import ending_of
from architect.app.live_run import LiveRun
from architect.app.run_info import run_figures
from architect.app.run_state import Outcome
from architect.mcp_server.served_tool import (
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    JsonSchema,
    ToolAnswer,
    object_schema,
)

_ENDINGS: Mapping[Outcome, str] = {
    Outcome.COMPLETED: "completed",
    Outcome.LIMIT: "partly done",
    Outcome.BLOCKED: "partly done",
    Outcome.INTERRUPTED: "partly done",
    Outcome.FAILED: "failed",
    Outcome.CANCELLED: "cancelled",
}

_DENIAL = object_schema({"tool": TEXT, "summary": TEXT, "reason": TEXT})

RUN_FIELDS: Mapping[str, JsonSchema] = {
    "ending": {"enum": ["completed", "partly done", "failed", "cancelled"]},
    "ending_words": TEXT,
    "error": TEXT_OR_NULL,
    "session_id": TEXT,
    "run_id": TEXT,
    "output": TEXT,
    "files_changed": TEXTS,
    "denied": {"type": "array", "items": _DENIAL},
    "steps": {"type": "integer"},
    "cost_usd": {"type": ["number", "null"]},
}
"""What is told of each run: `cost_usd` is null if it is not known."""


def run_document(run: LiveRun) -> dict[str, Any]:
    """What `RUN_FIELDS` describe, of a run that is over."""
    outcome = run.outcome or Outcome.INTERRUPTED
    state, figures = run.state, run_figures(run.state)
    return {
        "ending": _ENDINGS[outcome],
        "ending_words": ending_of(state, outcome).words,
        "error": run.error,
        "session_id": run.order.session_id,
        "run_id": run.run_id,
        "output": figures.output,
        "files_changed": list(figures.files_changed),
        "denied": [
            {"tool": each.name, "summary": each.summary, "reason": each.reason}
            for each in state.denials
        ],
        "steps": figures.steps,
        "cost_usd": figures.cost_usd,
    }


def run_answer(document: Mapping[str, Any], *, more: str = "") -> ToolAnswer:
    """The answer with that document; a run that failed or was cancelled did not do its work."""
    lines = [document["ending_words"], document["error"], document["output"], more]
    if document["files_changed"]:
        lines.append(f"Changed: {', '.join(document['files_changed'])}")
    lines += [f"Denied: {_called(each)}: {each['reason']}" for each in document["denied"]]
    if document["files_changed"]:
        lines.append(f"`undo` with {document['run_id']} undoes that.")
    is_error = document["ending"] in ("failed", "cancelled")
    return ToolAnswer("\n".join(filter(None, lines)), document, is_error=is_error)


def _called(denied: Mapping[str, str]) -> str:
    return f"{denied['tool']} {denied['summary']}".rstrip()
