"""What a look at finished work may come to."""

import json

from architect.checked.field import Field
from architect.checked.model import Model
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import ToolSchema

REPORT_VERDICT = "report_verdict"
VERDICT_TOOL: ToolSchema = {
    "type": "function",
    "function": {
        "name": REPORT_VERDICT,
        "description": "Report whether the task is done.",
        "parameters": {
            "type": "object",
            "properties": {
                "completed": {"type": "boolean"},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                "issues": {"type": "array", "items": {"type": "string"}},
                "suggestion": {"type": "string"},
            },
            "required": ["completed", "confidence", "issues", "suggestion"],
            "additionalProperties": False,
        },
    },
}
_MOST_ISSUES = 20
_LONGEST = 500


class Verdict(Model, lax=True):
    """`confidence` is from 0 to 1, `issues` are what is missing or wrong."""

    completed: bool
    confidence: float = Field(ge=0, le=1)
    issues: tuple[str, ...] = ()
    suggestion: str = ""


def verdict_of(calls: tuple[ToolCall, ...], text: str) -> Verdict:
    """The verdict in a reply: by the tool, or as the only thing that it says.

    Raises:
        ValueError: there is none; the text says what is wrong with it.
    """
    reported = [call.arguments for call in calls if call.name == REPORT_VERDICT]
    content = reported[0] if reported else _without_fence(text)
    try:
        verdict = Verdict.model_validate(json.loads(content))
    except RecursionError as error:
        raise ValueError("it is no JSON object") from error
    issues = tuple(short for each in verdict.issues[:_MOST_ISSUES] if (short := _short(each)))
    return verdict.model_copy(update={"issues": issues, "suggestion": _short(verdict.suggestion)})


def _without_fence(text: str) -> str:
    """`text` without the marks of a code block around it."""
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and "\n" in text:
        return text[text.index("\n") + 1 : -3]
    return text


def _short(text: str) -> str:
    return escape_controls(in_one_line(text)).strip()[:_LONGEST]
