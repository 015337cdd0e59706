"""Our values as the JSON of the protocol: camelCase names, times in ISO 8601."""

from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, TypedDict, cast

from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ModelDelta, ModelReasoning, ModelReplied

ERROR, WARNING, INFO = 1, 2, 3
"""`MessageType` of LSP 3.17, for `window/showMessage` and its like."""


def camel(name: str) -> str:
    """`stop_reason` as `stopReason`."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


class EventHead(TypedDict):
    """What every event has; deltas carry the number of the event before them."""

    runId: str
    seq: int
    ts: str


def event_params(record: Record, *, seq: int) -> dict[str, Any]:
    """One event as `{runId, seq, ts, type, ...}`; a reply that is not for the user has no text."""
    event = cast(dict[str, Any], plain(record.event))
    match record.event:
        case ModelDelta() | ModelReasoning() as delta if not delta.is_to_the_user:
            event["text"] = ""
        case ModelReplied() as reply if not reply.is_to_the_user:
            event["text"] = event["reasoning"] = ""
        case _:
            pass
    head: EventHead = {"runId": record.run_id, "seq": seq, "ts": plain(record.at)}
    return {**head, "type": event.pop("type"), **event}


def plain(value: object) -> Any:
    """`value` as plain JSON values; only the names of our own fields change, never a user's key.

    Text that is not valid Unicode, which JSON cannot carry, has its odd characters replaced.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode() if _is_odd(value) else str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {camel(field.name): plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat(timespec="milliseconds")
    if isinstance(value, tuple | list):
        return [plain(item) for item in cast(tuple[object, ...], value)]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in cast(dict[str, object], value).items()}
    return value


def _is_odd(text: str) -> bool:
    """Whether `text` has lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def as_object(value: object) -> dict[str, Any]:
    """A JSON value as an object; an empty one if it is none."""
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """A JSON value as a list; an empty one if it is none."""
    return cast(list[Any], value) if isinstance(value, list) else []
