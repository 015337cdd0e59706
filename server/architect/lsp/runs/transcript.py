"""A run as a page to read: its events in Markdown."""

import json
from collections.abc import Iterable
from typing import Any

_RESULT_LINES = 30


def transcript(title: str, events: Iterable[dict[str, Any]]) -> str:
    """The page of one run, from its events as they stand on the wire."""
    parts = [f"# {title}"]
    for event in events:
        if (part := _part(event)) is not None:
            parts.append(part)
    return "\n\n".join(parts) + "\n"


def _part(event: dict[str, Any]) -> str | None:
    match event["type"]:
        case "run.started":
            return f"{event['agent']} with {event['model']}\n\n> {_quoted(event['task'])}"
        case "step.started":
            return f"## Step {event['step']}"
        case "model.replied":
            return event["text"].strip() or None
        case "model.retried":
            return f"*tried again: {event['reason']}*"
        case "tool.requested":
            return f"**{event['name']}** {_fenced(_arguments(event['arguments']), 'json')}"
        case "tool.decided" if not event["allowed"]:
            return f"*denied by {event['by']}: {event['reason']}*"
        case "tool.finished":
            return _fenced(_cut(event["text"]))
        case "finding.reported":
            found = event["finding"]
            return f"- {found['severity']}, {found['path']}:{found['line']}: {found['title']}"
        case "net.hit":
            return f"*{event['message']}*"
        case "run.finished":
            error = event.get("error")
            said = f"\n\n{error['message']}" if error else ""
            return f"## {event['status']} ({event['stopReason']}){said}"
        case _:
            return _part_about_changes(event)


def _part_about_changes(event: dict[str, Any]) -> str | None:
    match event["type"]:
        case "file.changed":
            return f"{event['kind']} `{event['path']}`\n\n{_fenced(event['diff'], 'diff')}"
        case "file.proposed":
            what = f"{event['kind']} `{event['path']}`, which is only proposed"
            return f"{what}\n\n{_fenced(event['diff'], 'diff')}"
        case "changes.turned_down":
            note = f": {event['note']}" if event["note"] else ""
            return f"*the user took changes back{note}*\n\n{_fenced(event['patch'], 'diff')}"
        case _:
            return None


def _quoted(text: str) -> str:
    return text.replace("\n", "\n> ")


def _arguments(text: str) -> str:
    try:
        return json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    except ValueError:
        return text


def _cut(text: str) -> str:
    lines = text.split("\n")
    if len(lines) <= _RESULT_LINES:
        return text
    return "\n".join([*lines[:_RESULT_LINES], f"[... {len(lines) - _RESULT_LINES} more lines]"])


def _fenced(text: str, language: str = "") -> str:
    """`text` in a fence that is longer than any in it."""
    longest = max(
        (len(run) for run in text.replace("\n", " ").split(" ") if set(run) == {"`"}), default=0
    )
    fence = "`" * max(3, longest + 1)
    return f"\n{fence}{language}\n{text.rstrip()}\n{fence}"
