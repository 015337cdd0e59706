"""Events as people read them: in their language, beside codes for what a client tells apart."""

from collections.abc import Mapping
from typing import Any, NotRequired

from architect.domain.journal.call_events import ToolDecided, ToolFinished
from architect.domain.journal.run_events import RunFinished
from architect.domain.journal.unanswered import is_cut_off
from architect.domain.verdict import user_note
from architect.l10n import shown, shown_exactly
from architect.lsp.protocol.to_json import EventHead
from architect.services.task_names import shown_title
from architect.services.user_runs import left_alone


class DecidedHead(EventHead):
    """`userNote` is there if the user said no: what they said with it, which may be empty."""

    userNote: NotRequired[str]


class ResultHead(EventHead):
    """`cutOff`: the call has no result of its own, since its run ended before."""

    cutOff: NotRequired[bool]


class FinishedHead(EventHead):
    """`leftAlone` is what stays as it was, a line for each, in a run that undoes or keeps.

    `withoutSummary`: the output only says what stopped the run.
    """

    leftAlone: NotRequired[list[str]]
    withoutSummary: NotRequired[bool]


EVENT_HEADS: Mapping[type, type[EventHead]] = {
    ToolDecided: DecidedHead,
    ToolFinished: ResultHead,
    RunFinished: FinishedHead,
}
"""Of events that have more than every event has, and than the journal has of them."""

_READ: Mapping[str, str] = {
    "budget.warned": "message",
    "changes.not_recorded": "reason",
    "checkpoint.failed": "reason",
    "child.denied": "reason",
    "completion.refused": "reason",
    "context.not_compacted": "reason",
    "evaluation.finished": "problem",
    "gate.skipped": "reason",
    "health.measured": "problem",
    "hook.ran": "problem",
    "mention.left_out": "reason",
    "model.nudged": "reason",
    "model.retried": "reason",
    "model.switched": "reason",
    "model.warned": "message",
    "net.hit": "message",
    "sandbox.missing": "reason",
    "tool.decided": "reason",
    "tool.left_out": "reason",
    "work.reviewed": "problem",
}
"""The field of an event that people read; what the model reads or says stays as it is."""

_WITHOUT_SUMMARY = "Stopped: "
"""How an output begins that stands in the place of what the model would have said."""


def shown_event(event: dict[str, Any]) -> dict[str, Any]:
    """`event`, as the protocol has it, in the language of the user."""
    kind: str = event["type"]
    told = {**event, **_codes(event)}
    if (name := _READ.get(kind)) is not None:
        told[name] = shown(event[name])
    match kind:
        case "run.started":
            told["title"] = shown_title(event["title"])
        case "tool.decided" | "child.denied" | "child.called":
            told["summary"] = shown_exactly(event["summary"])
        case "run.finished":
            told |= {"error": _shown_error(event["error"]), "output": _output(event["output"])}
        case "child.finished":
            told["error"] = _shown_error(event["error"])
        case "review.covered":
            told["files"] = [_shown_reason(each) for each in event["files"]]
        case "health.measured":
            told["notMeasured"] = [_shown_reason(each) for each in event["notMeasured"]]
        case _:
            pass
    return told


def _codes(event: Mapping[str, Any]) -> dict[str, Any]:
    """What a client would otherwise have to read out of the words."""
    match event["type"]:
        case "tool.decided" if not event["allowed"]:
            note = user_note(event["reason"])
            return {} if note is None else {"userNote": note}
        case "tool.finished":
            return {"cutOff": True} if is_cut_off(event["error"]) else {}
        case "run.finished":
            output: str = event["output"]
            left = [shown(line) for line in left_alone(output)]
            has_summary = not output.startswith(_WITHOUT_SUMMARY)
            return ({"leftAlone": left} if left else {}) | (
                {} if has_summary else {"withoutSummary": True}
            )
        case _:
            return {}


def _output(output: str) -> str:
    return shown(output) if output.startswith(_WITHOUT_SUMMARY) else output


def _shown_error(error: dict[str, Any] | None) -> dict[str, Any] | None:
    if error is None:
        return None
    return {**error, "message": shown(error["message"]), "brief": shown(error["brief"])}


def _shown_reason(each: dict[str, Any]) -> dict[str, Any]:
    return {**each, "reason": shown(each["reason"])}
